//! The phases of the attack game, in the order of the sequence of play.

crate::phases! {
    /// Phases of an Attack Turn, of the end of the game, and those that others call.
    Phase {
        Run => "4.1", "Run Phase";
        ApproachVector => "4.2.1", "Approach Vector Check";
        SpeedChits => "4.2.2", "Speed Check";
        AltitudeChits => "4.2.3", "Altitude Check";
        FarFlak => "4.2.4", "Far Zone flak";
        FarDecision => "4.2.5", "Far Zone decision";
        NearAdjustment => "4.2.6", "Near Zone adjustment";
        NearFlak => "4.2.7", "Near Zone flak";
        NearGunnery => "4.2.8", "Near Zone gunnery";
        NearDecision => "4.2.9", "Near Zone decision";
        CloseAdjustment => "4.2.10", "Close Zone adjustment";
        CloseFlak => "4.2.10", "Close Zone flak";
        CloseGunnery => "4.2.11", "Close Zone gunnery";
        CloseDecision => "4.2.12", "Close Zone decision";
        LateRelease => "4.2.12", "Late Release Check";
        FinalAltitude => "4.2.13", "Final Altitude Check";
        FinalSpeed => "4.2.13", "Final Speed Check";
        Release => "4.2.13", "Release";
        Climb => "4.2.13", "Climb";
        ClimbDefences => "4.2.13", "Defences in the climb";
        RearGunnery => "4.2.13", "Rear gunnery";
        Circling => "4.3", "Circling Phase";
        VisibilityCheck => "4.4.1", "Visibility Check";
        Attrition => "4.4.2", "Defence Attrition";
        Nightfighter => "4.4.3", "Nightfighter Check";
        Detonation => "4.4.4", "Detonation Result";
        Flares => "4.4.5", "Flare removal";
        NextTurn => "4.4.6", "Advance the Turn";
        ReturnToBase => "5.1", "Return to Base";
        MorningRecon => "5.2", "Morning Reconnaissance";
        Debriefing => "5.3", "Debriefing";
        FlakCheck => "4.2.4", "Flak Check";
        Damage => "2.1.1", "Damage";
        Gunnery => "4.2.8", "Gunnery";
        Balloons => "7.7.3a", "Balloons";
        Reroll => "2.3.4", "Wing Commander";
        FlightTurn => "7.0", "Flight Turn";
        Coordination => "7.1", "Coordination Phase";
        Wireless => "7.2", "Wireless Telegraphy Phase";
        Regroup => "7.2.2", "New waves";
        Move => "7.3", "Move Phase";
        Navigation => "7.4", "Navigation Check Phase";
        NavigationCheck => "7.4.1", "Navigation Check";
        PlaceHazards => "7.5", "Place Hazards Phase";
        EvadeHazards => "7.6", "Evade Hazards Phase";
        ResolveHazards => "7.7", "Resolve Hazards Phase";
        Birds => "7.7.3b", "Birds or bats";
        Crash => "7.7.3e", "Too low";
        FlightFlak => "7.7.3j", "Flak on the way";
        FlightNightfighter => "7.7.3l", "Nightfighter on the way";
        Acquisition => "7.8", "Target Acquisition Phase";
        TargetMaps => "7.9", "Target Map Phase";
        HoldOver => "7.9.6", "Attack carried over";
        TransferBack => "7.9.7", "Back to the Flight Map";
        CleanUp => "7.10", "Clean Up Phase";
        Orders => "6.7.5", "Leaders and targets";
    }
}
