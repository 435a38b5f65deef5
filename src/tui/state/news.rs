//! What just arrived.

use crate::graph::{EdgeIx, Graph, NodeIx};
use std::collections::HashMap;

/// Which edges and nodes are new. Edges are told by their numbers: what is appended gets the highest ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct News {
    /// Edges from this number on are new.
    from: usize,
    /// From this number on they came since the last time, if any did.
    since: Option<usize>,
    /// Nodes that are new or have a new edge, each with the number of that edge.
    nodes: HashMap<NodeIx, usize>,
    /// Whether the doctor will look at them by itself.
    pub is_examination_due: bool,
}

impl Default for News {
    fn default() -> Self {
        Self { from: usize::MAX, since: None, nodes: HashMap::new(), is_examination_due: false }
    }
}

impl News {
    /// Whether an edge just arrived.
    pub fn has_edge(&self, edge: EdgeIx) -> bool {
        edge.index() >= self.from
    }

    /// Whether a node, or an edge of it, just arrived.
    pub fn has_node(&self, node: NodeIx) -> bool {
        self.nodes.contains_key(&node)
    }

    /// Whether anything is new.
    pub fn any(&self) -> bool {
        self.from != usize::MAX
    }

    /// Edges from this number on have arrived, and these nodes. Whether nothing was new before.
    pub fn arrived(&mut self, graph: &Graph, first: usize, nodes: &[NodeIx]) -> bool {
        let is_first = !self.any();
        self.from = self.from.min(first);
        self.since = Some(self.since.map_or(first, |since| since.min(first)));
        self.nodes.extend(nodes.iter().map(|node| (*node, first)));
        for edge in graph.edges_from(first) {
            self.nodes.extend([edge.from().ix(), edge.to().ix()].map(|node| (node, edge.ix().index())));
        }
        is_first
    }

    /// Numbers mean something else now: what was new is so no longer.
    pub fn forget(&mut self) {
        *self = Self { is_examination_due: self.is_examination_due, ..Self::default() };
    }

    /// Time has passed; whether something is still new.
    pub fn age(&mut self) -> bool {
        // What came before the last time is old now; what came since then has its time before it.
        let Some(from) = self.since.take() else {
            self.forget();
            return false;
        };
        self.from = from;
        self.nodes.retain(|_, edge| *edge >= from);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    #[test]
    fn what_arrives_is_new_for_one_to_two_rounds() {
        let rows = [("a", "b", "led-to", ""), ("b", "c", "led-to", ""), ("c", "d", "led-to", "")];
        let mut news = News::default();
        let grow = |news: &mut News, to: usize, first| {
            let graph = graph_of(&[], &rows[..to]);
            let is_first = news.arrived(&graph, first, &[]);
            (graph, is_first)
        };
        let new = |news: &News, graph: &Graph| -> Vec<String> {
            graph.nodes().filter(|node| news.has_node(node.ix())).map(|node| node.id().to_owned()).collect()
        };
        let (graph, is_first) = grow(&mut news, 2, 1);
        assert!(is_first);
        assert_eq!(new(&news, &graph), ["b", "c"]);
        assert!(news.age());
        let (graph, is_first) = grow(&mut news, 3, 2);
        assert!(!is_first);
        assert_eq!(new(&news, &graph), ["b", "c", "d"]);
        assert_eq!(graph.edges().map(|edge| news.has_edge(edge.ix())).collect::<Vec<_>>(), [false, true, true]);
        assert!(news.age());
        assert_eq!(new(&news, &graph), ["c", "d"]);
        assert!(!news.age());
        assert!(!news.any() && new(&news, &graph).is_empty());
        // A node without edges has its time, too.
        let alone = graph.find("a").map(crate::graph::Node::ix);
        assert!(news.arrived(&graph, 3, alone.as_slice()));
        assert_eq!(new(&news, &graph), ["a"]);
        assert!(news.age());
        assert!(!news.age());
    }
}
