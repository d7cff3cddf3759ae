//! Applying a player's options to a scenario.

use super::super::game::Options;

/// Why options cannot be applied.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionFault {
    /// The scenario has no such option.
    #[error("the scenario has no option `{option}`{}", nearest(.valid))]
    NoOption {
        /// The name given.
        option: String,
        /// The options there are.
        valid: Vec<String>,
    },
    /// The option has no such choice.
    #[error("the option `{option}` has no choice `{choice}`{}", nearest(.valid))]
    NoChoice {
        /// The option.
        option: String,
        /// The choice given.
        choice: String,
        /// The choices there are.
        valid: Vec<String>,
    },
    /// The option takes words of the player's own, but not these.
    #[error("the option `{option}` cannot be `{given}`: {why}")]
    Refused {
        /// The option.
        option: String,
        /// What was given.
        given: String,
        /// What is wrong with it.
        why: String,
    },
}

impl OptionFault {
    /// The option that is at fault.
    #[must_use]
    pub fn option(&self) -> &str {
        match self {
            Self::NoOption { option, .. } | Self::NoChoice { option, .. } | Self::Refused { option, .. } => {
                option
            }
        }
    }
}

fn nearest(valid: &[String]) -> String {
    if valid.is_empty() { String::new() } else { format!("; there is {}", valid.join(", ")) }
}

/// The choice made for each option, in their order: the player's, or the default. An option is its id, its default and
/// the ids of its choices.
///
/// # Errors
/// An option or a choice that is not among them.
pub fn pick<'a>(
    offered: &'a [(&'a str, &'a str, Vec<&'a str>)],
    options: &'a Options,
) -> Result<Vec<(&'a str, &'a str)>, OptionFault> {
    let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    if let Some(option) = options.keys().find(|k| !offered.iter().any(|(id, ..)| id == k)) {
        let valid: Vec<&str> = offered.iter().map(|(id, ..)| *id).collect();
        return Err(OptionFault::NoOption { option: option.clone(), valid: owned(&valid) });
    }
    let one = |(id, default, choices): &'a (&'a str, &'a str, Vec<&'a str>)| {
        let choice = options.get(*id).map_or(*default, String::as_str);
        if choices.contains(&choice) {
            Ok((*id, choice))
        } else {
            let (option, choice) = ((*id).to_owned(), choice.to_owned());
            Err(OptionFault::NoChoice { option, choice, valid: owned(choices) })
        }
    };
    offered.iter().map(one).collect()
}
