//! The phases of a night, in the order of the sequence of play.

crate::phases! {
    /// The six phases of a night and what the sixth calls.
    Phase {
        Night => "night", "A new night";
        Squadrons => "phase-1", "Phase 1: squadrons";
        Weather => "phase-2", "Phase 2: weather";
        Plan => "phase-3", "Phase 3: the British plan";
        Defence => "phase-4", "Phase 4: ground defence";
        Aircraft => "phase-5", "Phase 5: bomber and Mosquito";
        Round => "phase-6", "Phase 6: the duel";
        Mosquito => "mosquito", "Mosquito's turn";
        German => "fighters", "German turn";
        Bomber => "bomber", "Bomber's turn";
        WeatherChange => "adv-2-weather-change", "Weather change";
        Course => "compass-cards", "Programming the course";
        SoloCourse => "solo-3", "The bomber draws its course";
        SoloMosquito => "solo-3", "The Mosquito escorts";
        NightEnd => "night", "End of the night";
    }
}
