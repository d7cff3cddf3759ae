//! Dambuster Raid: the attack on the German dams, 16–17 May 1943. Attack scenarios 1–5, flight scenarios 6–9, the
//! campaign.
//!
//! The sequence of play on one screen. A Planning Turn (rule 10.0) is Requisitions, Security, Training, Modifications and
//! Recon, and Flight Preparation (11.0) follows the last. An Attack Turn (rule 4.0) is the Run Phase, the Approach &
//! Release Sequence, the Circling Phase and the Status Phase; the game ends with rules 5.1 to 5.3. Each phase below runs
//! the system beside it until somebody must decide.

mod account;
mod adjust;
pub mod air;
mod air_hints;
pub mod air_view;
pub mod attack_order;
pub mod bot;
pub mod campaign;
pub mod components;
pub mod data;
pub mod decisions;
pub mod deeds;
pub mod draws_view;
pub mod follow_up;
pub mod group;
pub mod one_night;
pub mod op;
pub mod phases;
pub mod planning;
pub mod planning_bot;
pub mod planning_hints;
pub mod planning_view;
pub mod rules;
pub mod scenario;
pub mod systems;
pub mod victory;
pub mod view;

use bevy::prelude::App;

use air::{Altitude, Flight, Orders, Target};
use attack_order::Station;
use components::{Airframe, At, Attached, Bomb, Clock, Dam, Debrief, Elite, Lancaster, Marker, Run};
use deeds::Deeds;
use follow_up::FollowUp;
use one_night::OneNight;
use phases::Phase;
use planning::{Blotter, Trim};
use systems::flight::{
    acquisition, cleanup, coordination, effects, hazards, movement, navigation, orders, regroup, resolve,
    target, transfer, wireless,
};
use systems::planning::{
    elite, groundcrew, modifications, preparation, recon, requisitions, security, sortie, training, turn,
};
use systems::{
    chits, circling, damage, decision, endgame, flak, gunnery, jinx, one_night as night, release, run,
    status, surprise,
};

use crate::kernel::phase::PhaseApp as _;
use crate::kernel::snapshot::PersistApp as _;

pub use scenario::DambusterRaid;

/// Adds the phases with their systems, and the rule state.
pub fn install(app: &mut App) {
    // [1.1.a] Scenarios 1 to 5 begin with an Attack Turn and play by rules 1.0 to 5.3; 6 to 9 begin with a Flight Turn.
    // [4.0.a] The four phases of an Attack Turn in order.
    app.add_phases(Some(Phase::Reroll))
        // 4.1 Run Phase
        .add_systems(Phase::Run, run::run_phase)
        // 4.2 Approach & Release Sequence, Steps 1 to 12
        .add_systems(Phase::ApproachVector, run::approach_vector)
        .add_systems(Phase::SpeedChits, chits::speed_chits)
        .add_systems(Phase::AltitudeChits, chits::altitude_chits)
        .add_systems(Phase::FarFlak, flak::far_flak)
        .add_systems(Phase::FarDecision, decision::far_decision)
        .add_systems(Phase::NearAdjustment, chits::near_adjustment)
        .add_systems(Phase::NearFlak, flak::near_flak)
        .add_systems(Phase::NearGunnery, gunnery::near_gunnery)
        .add_systems(Phase::NearDecision, decision::near_decision)
        .add_systems(Phase::CloseAdjustment, chits::close_adjustment)
        .add_systems(Phase::CloseFlak, flak::close_flak)
        .add_systems(Phase::CloseGunnery, gunnery::close_gunnery)
        .add_systems(Phase::CloseDecision, decision::close_decision)
        .add_systems(Phase::LateRelease, release::late_release)
        // 4.2.13 Release Sequence, Steps 1 to 7
        .add_systems(Phase::FinalAltitude, release::final_altitude)
        .add_systems(Phase::FinalSpeed, release::final_speed)
        .add_systems(Phase::Release, release::release)
        .add_systems(Phase::Climb, release::climb)
        .add_systems(Phase::ClimbDefences, release::climb_defences)
        .add_systems(Phase::RearGunnery, release::rear_gunnery)
        // 4.3 Circling Phase
        .add_systems(Phase::Circling, circling::circling)
        // 4.4 Status Phase, steps 1 to 5, and the next turn
        .add_systems(Phase::VisibilityCheck, status::visibility_check)
        .add_systems(Phase::Attrition, status::attrition)
        .add_systems(Phase::Nightfighter, status::nightfighter)
        .add_systems(Phase::Detonation, status::detonation)
        .add_systems(Phase::Flares, status::flares)
        .add_systems(Phase::NextTurn, status::next_turn)
        // 5 End of the game
        .add_systems(Phase::ReturnToBase, endgame::return_to_base)
        .add_systems(Phase::MorningRecon, endgame::morning_recon)
        .add_systems(Phase::Debriefing, endgame::debriefing)
        // Called by several of the above
        .add_systems(Phase::FlakCheck, flak::flak_check)
        .add_systems(Phase::Damage, damage::damage)
        .add_systems(Phase::Gunnery, gunnery::gunnery)
        .add_systems(Phase::Balloons, damage::balloons)
        .add_systems(Phase::Reroll, damage::reroll)
        // 7.0 The Flight Turn: ten phases in order
        .add_systems(Phase::FlightTurn, cleanup::flight_turn)
        .add_systems(Phase::Coordination, coordination::coordination)
        .add_systems(Phase::Wireless, wireless::wireless)
        .add_systems(Phase::Regroup, regroup::regroup)
        .add_systems(Phase::Move, movement::movement)
        .add_systems(Phase::Navigation, navigation::navigation)
        .add_systems(Phase::NavigationCheck, navigation::navigation_check)
        .add_systems(Phase::PlaceHazards, hazards::place_hazards)
        .add_systems(Phase::EvadeHazards, hazards::evade_hazards)
        .add_systems(Phase::ResolveHazards, resolve::resolve_hazards)
        .add_systems(Phase::Birds, effects::birds)
        .add_systems(Phase::Crash, effects::crash)
        .add_systems(Phase::FlightFlak, effects::flight_flak)
        .add_systems(Phase::FlightNightfighter, effects::flight_nightfighter)
        .add_systems(Phase::Acquisition, acquisition::acquisition)
        .add_systems(Phase::TargetMaps, target::target_maps)
        .add_systems(Phase::HoldOver, transfer::hold_over)
        .add_systems(Phase::TransferBack, transfer::transfer_back)
        .add_systems(Phase::CleanUp, cleanup::clean_up)
        .add_systems(Phase::Orders, orders::orders)
        // 10.0 The Planning Turn: five phases in order
        .add_systems(Phase::PlanningTurn, turn::planning_turn)
        .add_systems(Phase::Requisitions, requisitions::requisitions)
        .add_systems(Phase::Security, security::security)
        .add_systems(Phase::Training, training::training)
        .add_systems(Phase::Modifications, modifications::modifications)
        .add_systems(Phase::Recon, recon::recon)
        .add_systems(Phase::PlanningEnd, turn::planning_end)
        // 11.0 Flight Preparation: five steps in order
        .add_systems(Phase::AircraftCheck, preparation::aircraft_check)
        .add_systems(Phase::OrdnanceCheck, preparation::ordnance_check)
        .add_systems(Phase::AircrewCheck, preparation::aircrew_check)
        .add_systems(Phase::FinalRecon, recon::final_recon)
        .add_systems(Phase::SecurityRisk, preparation::security_risk)
        .add_systems(Phase::Sortie, sortie::attachments)
        .add_systems(Phase::SortieWaves, sortie::waves)
        .add_systems(Phase::SortieTargets, sortie::targets)
        .add_systems(Phase::SortieTurns, sortie::turns)
        .add_systems(Phase::LastResort, sortie::last_resort)
        .add_systems(Phase::Launch, sortie::launch)
        // Called by several of the above
        .add_systems(Phase::Fatigue, groundcrew::fatigue)
        .add_systems(Phase::EliteDraw, elite::elite_draw)
        .add_systems(Phase::TrainingAction, training::training_action)
        .add_systems(Phase::TrainingLoss, training::training_loss)
        .add_systems(Phase::Attempt, modifications::attempt)
        .add_systems(Phase::DamRecon, recon::dam_recon)
        // 12.0 Surprise Check, in 7.9.5 Dam Attack Set Up; 13.0 the Jinx
        .add_systems(Phase::DamSetUp, surprise::dam_set_up)
        .add_systems(Phase::Surprise, surprise::surprise)
        .add_systems(Phase::Improvement, surprise::improvement)
        .add_systems(Phase::Jinx, jinx::transfer)
        // Between the two nights of a follow-up raid
        .add_systems(Phase::FollowUp, systems::follow_up::order)
        .add_systems(Phase::SecondNight, systems::follow_up::second_night)
        .add_systems(Phase::FollowUpRepairs, systems::follow_up::repairs)
        .add_systems(Phase::FollowUpDefences, systems::follow_up::defences)
        // Several attack scenarios in one night (7.9.9)
        .add_systems(Phase::OneNight, night::one_night)
        .add_systems(Phase::AttackOver, night::attack_over)
        .after_each_step(jinx::watch);
    app.persist::<Lancaster>("lancaster")
        .persist::<At>("at")
        .persist::<Airframe>("airframe")
        .persist::<Bomb>("bomb")
        .persist::<Elite>("elite")
        .persist::<Attached>("attached")
        .persist::<Orders>("orders")
        .persist::<Trim>("trim")
        .persist::<Station>("station")
        .persist_resource::<Dam>("dam")
        .persist_resource::<Clock>("clock")
        .persist_resource::<Run>("run")
        .persist_resource::<Marker>("marker")
        .persist_resource::<Debrief>("debrief")
        .persist_resource::<Target>("target")
        .persist_resource::<Flight>("flight")
        .persist_resource::<Altitude>("altitude")
        .persist_resource::<Blotter>("blotter")
        .persist_resource::<FollowUp>("follow_up")
        .persist_resource::<OneNight>("one_night")
        .persist_resource::<Deeds>("deeds");
}
