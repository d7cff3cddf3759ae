//! Set-up of the campaign, and what must hold while it is planned.

use bevy::prelude::World;

use super::attack_order::Station;
use super::components::{At, Bomb, Space};
use super::data::campaign::CampaignFile;
use super::data::{
    AircraftId, Campaign, Content, DamId, Levels, Quality, RECON_CUP, Setup, Sortie, Start, Visibility, Water,
};
use super::follow_up::FollowUp;
use super::phases::Phase;
use super::planning::{Armorer, Blotter, Hull, Spy, Stock, Trim};
use super::scenario::{lay_out, option_cards, ship_of, special_rules};
use crate::kernel::dice::Luck;
use crate::kernel::driver;
use crate::kernel::game::{Options, ScenarioCard, SetUpError};
use crate::kernel::ids::Pieces;

/// What the menu shows of a campaign.
pub(super) fn card(file: &CampaignFile) -> ScenarioCard {
    ScenarioCard {
        id: file.id.clone(),
        game: "dambusters".to_owned(),
        title: file.title.clone(),
        part: file.part.clone(),
        seats: file.seats.clone(),
        solo: file.solo,
        minutes: u32::from(file.minutes),
        blurb: file.blurb.clone(),
        difficulty: file.difficulty.label().to_owned(),
        rules: file.rules.clone(),
        special: special_rules(&file.special),
        options: option_cards(&file.options),
    }
}

/// Sets a campaign up and runs to its first decision.
///
/// # Errors
/// An option or a choice that it does not have; or a fault of the rules.
pub(super) fn set_up(
    world: &mut World,
    content: &Content,
    campaign: &Campaign,
    options: &Options,
) -> Result<(), SetUpError> {
    let mut setup = ground(content);
    campaign.alter(options, &mut setup, &content.tables)?;
    lay_out(world, content, &campaign.file.id, setup);
    let mut blotter = Blotter::new(&content.tables.planning, content.tables.elite.len());
    // [2.10.a] [12.1.c] The Recon Level markers lie on the tracks with their backs down, dealt blind.
    let mut markers: Vec<u8> =
        (1..=u8::try_from(content.tables.planning.recon_markers.len()).unwrap_or(0)).collect();
    for dam in DamId::ALL {
        let mut luck = world.resource_mut::<Luck>();
        if let Some(at) = luck.draw(RECON_CUP, &markers, "the Recon Level marker of a dam") {
            blotter.dams[dam as usize].back = markers.remove(at);
        }
    }
    world.insert_resource(blotter);
    let entities: Vec<_> = {
        let pieces = world.resource::<Pieces>();
        pieces.ids().map(|id| pieces.entity(id)).collect()
    };
    for entity in entities {
        world.entity_mut(entity).insert((
            At { space: Space::Home, began: Space::Home },
            Bomb::default(),
            Station::default(),
            Trim {
                levels: Levels { navigation: 0, altitude_speed: 0, bomb_aiming: 0 },
                aldis: false,
                dann: false,
                vhf: false,
                wallis: false,
                moon: true,
                recon: false,
            },
        ));
    }
    driver::start(world, Phase::PlanningTurn, [0; 4])?;
    Ok(())
}

/// All 21 Lancasters as pieces, none of them armed: who flies is settled in Sortie.
fn ground(content: &Content) -> Setup {
    let sortie = |n: usize| Sortie {
        aircraft: AircraftId(u8::try_from(n).unwrap_or(0)),
        quality: Quality::Green,
        elite: None,
        upkeep: false,
        start: Start::CirclingNear,
        from_turn: 1,
        damaged: false,
        hazards: Vec::new(),
        spent: false,
        primary: None,
        secondary: None,
        from_flight_turn: 1,
        zone: None,
    };
    Setup {
        dam: DamId::Moehne,
        recon: 0,
        flak: 0,
        searchlights: 0,
        balloons: 0,
        balloons_at: Vec::new(),
        water: Water::Full,
        alert: 0,
        visibility: Visibility::Clear,
        visibility_modifier: 0,
        sorties: (0..content.tables.aircraft.len()).map(sortie).collect(),
        ends: Vec::new(),
        skip_nightfighter: false,
        skip_visibility: false,
        skip_rtb: false,
        flight: None,
        high: false,
        players: 1,
        night: Vec::new(),
    }
}

/// What must hold of the blotter at every moment: markers are conserved, limits are kept.
pub(super) fn check(world: &World) -> Result<(), String> {
    let Some(b) = world.get_resource::<Blotter>() else { return Ok(()) };
    let content = world.resource::<super::data::GameData>();
    let table = &content.tables.planning;
    let specials =
        usize::from(b.armorer != Armorer::Away) + usize::from(b.spy != Spy::Unknown) + usize::from(b.jinx);
    let dead = world.get_resource::<FollowUp>().map_or(0, |f| f.elite.len() + usize::from(f.jinx));
    if b.cup.len() + b.elite.len() + specials + dead != content.tables.elite.len() {
        return Err(format!(
            "{} Elite Crewmen in the cup, {} and {specials} out of it",
            b.cup.len(),
            b.elite.len()
        ));
    }
    let mut mines: Vec<u8> = b.upkeep.iter().chain(&b.grounded_upkeep).copied().collect();
    mines.sort_unstable();
    mines.dedup();
    if mines.len() != b.upkeep.len() + b.grounded_upkeep.len() || mines.len() > content.tables.upkeep.len() {
        return Err("an Upkeep marker is in two places".to_owned());
    }
    for quality in Quality::ALL {
        if b.aircrew[quality as usize] > table.aircrew.of(quality) {
            return Err(format!("there are {} {} Aircrew", b.aircrew[quality as usize], quality.label()));
        }
        if b.levels[quality as usize].iter().any(|l| *l > 6) {
            return Err(format!("a Training Level of the {} crews is beyond its track", quality.label()));
        }
    }
    if b.zones.iter().any(|l| *l > table.zone_recon_most)
        || b.dams.iter().any(|d| d.recon > table.dam_recon_most)
    {
        return Err("a Recon Level is beyond its track".to_owned());
    }
    if b.handled > b.handle_limit(table) && !b.prepared && b.groundcrew.iter().all(|g| g.stock != Stock::Gone)
    {
        let moved = b.trained.iter().any(|t| *t);
        let left =
            b.groundcrew.iter().any(|g| g.task.is_some_and(|t| t != super::planning::Task::Requisitions));
        if !moved && !left {
            return Err(format!("{} items handled, the limit is {}", b.handled, b.handle_limit(table)));
        }
    }
    check_assigned(world, b)
}

/// Nobody flies twice, nothing flies that may not (clauses 11.5.a and 11.5.b).
fn check_assigned(world: &World, b: &Blotter) -> Result<(), String> {
    let mut mines: Vec<u8> = Vec::new();
    let mut elites = Vec::new();
    for (at, assigned) in b.assigned.iter().enumerate() {
        let Some(a) = assigned else { continue };
        if b.hulls[at] != Hull::Sound {
            return Err(format!("Lancaster {at} flies but is {:?}", b.hulls[at]));
        }
        if a.upkeep.is_some_and(|mine| mines.contains(&mine) || !b.upkeep.contains(&mine)) {
            return Err(format!("Lancaster {at} has a mine that is not its own"));
        }
        if a.upkeep.is_some() != b.launched {
            return Err(format!("Lancaster {at} has its mine at the wrong time"));
        }
        mines.extend(a.upkeep);
        if let Some(elite) = a.elite {
            if elites.contains(&elite) || !b.elite.contains(&elite) {
                return Err(format!("Lancaster {at} has an Elite Crewman that is not its own"));
            }
            elites.push(elite);
        }
    }
    if b.assigned.iter().flatten().count() > b.upkeep.len() {
        return Err("more Lancasters fly than there are mines".to_owned());
    }
    for quality in Quality::ALL {
        let flying = b.assigned.iter().flatten().filter(|a| a.quality == quality).count();
        let fit = b.aircrew[quality as usize].saturating_sub(b.unfit[quality as usize]);
        if flying > usize::from(fit) {
            return Err(format!("{flying} {} Aircrew fly, {fit} may", quality.label()));
        }
    }
    if b.waves.iter().flatten().any(|at| b.assigned[usize::from(*at)].is_none()) {
        return Err("a Lancaster of a wave does not fly".to_owned());
    }
    if b.launched {
        let pieces = world.resource::<Pieces>();
        for (at, id) in pieces.ids().enumerate() {
            let ship = ship_of(world, id);
            let carried = ship.is_some_and(|s| s.bomb.carried);
            if carried != b.assigned.get(at).is_some_and(Option::is_some) {
                return Err(format!("{} flies against the plan", pieces.code(id)));
            }
        }
    }
    Ok(())
}
