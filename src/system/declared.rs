//! What a user declares in `.refscope.yaml`: relations of their own, in the shape that systems use.

mod relations;

pub(crate) use relations::relations;
