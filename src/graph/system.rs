//! The supported systems, in the order in which a bare id is looked up.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum System {
    /// Markdown artifacts and `references.jsonl`.
    Reference,
    /// Semantic units: claims, questions, challenges.
    Unit,
    /// Causal graphs of code and decisions.
    Causal,
    /// Yggdrasil architecture models.
    Yggdrasil,
    /// Records with sidecar links.
    Sidecar,
}

impl System {
    /// All systems, in look-up order.
    pub const ALL: [Self; 5] = [Self::Reference, Self::Unit, Self::Causal, Self::Yggdrasil, Self::Sidecar];

    /// The name on screen, in JSON and as the prefix of `system:id`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Unit => "unit",
            Self::Causal => "causal",
            Self::Yggdrasil => "yggdrasil",
            Self::Sidecar => "sidecar",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|system| system.name() == name)
    }

    /// Splits `system:id`; `None` without a valid system prefix or with an empty id.
    pub fn split(id: &str) -> Option<(Self, &str)> {
        let (name, rest) = id.split_once(':')?;
        let system = Self::from_name(name)?;
        (!rest.is_empty()).then_some((system, rest))
    }
}
