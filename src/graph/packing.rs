//! Serialization of graphs and batches for the cache: column by column, so that loading costs little more than reading
//! the bytes.

use super::adjacency::Csr;
use super::batch::{Batch, CodePlace, NodeRecord, Origin, RetractionRecord, Stamp};
use super::drafts::EdgeRecords;
use super::edge::{EdgeColumns, EdgeIx, NO_TIME};
use super::intern::{Interner, Sym};
use super::merging::systems;
use super::namespaces::Namespaces;
use super::node::{MaybeNode, NodeColumns, NodeIx};
use super::registry::{MeaningIx, Registry};
use super::retraction::Retraction;
use super::rows::{self, RetractedRows};
use super::store::Graph;
use super::system::{SystemId, SystemIx};
use crate::finding::Findings;
use crate::pack::{Packer, Unpacker};
use crate::time::Millis;
use fixedbitset::FixedBitSet;
use std::io;
use std::sync::Arc;

const NONE: u32 = u32::MAX;

impl Graph {
    pub fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        self.words.pack(out)?;
        self.nodes.pack(out)?;
        self.edges.pack(out)?;
        for rows in [&self.outgoing, &self.incoming] {
            out.words(rows.starts.iter().copied())?;
            out.words(rows.edges.iter().map(|edge| edge.0))?;
        }
        out.number(self.retractions.len() as u64)?;
        for one in &self.retractions {
            let words = [one.from, one.to, one.relation, one.file].map(Sym::number);
            let (from, to) = one.ends.map_or((NONE, NONE), |(from, to)| (from.0, to.0));
            let texts = [one.stamp_text, one.actor, one.note].map(optional);
            let more = texts.into_iter().chain([one.line, u32::from(one.fits), from, to]);
            out.words(words.into_iter().chain(more).collect::<Vec<_>>().into_iter())?;
            out.number(one.millis.cast_unsigned())?;
            out.number(one.retracted_at.cast_unsigned())?;
        }
        for nodes in [&self.by_id, &self.same_id] {
            out.words(nodes.iter().map(|node| node.number()))?;
        }
        out.number(self.known as u64)?;
        out.number(self.first_row as u64)
    }

    /// Reads a graph. `registry` must have the fingerprint of the registry that the graph was built with. The graph must
    /// not be used before the checksum of the section has been verified.
    pub fn unpack(from: &mut Unpacker<'_>, registry: &Arc<Registry>) -> Option<Unproven> {
        let mut words = Interner::unpack(from)?;
        words.unseal();
        let nodes = NodeColumns::unpack(from, registry, &words)?;
        let edges = EdgeColumns::unpack(from, registry)?;
        let mut rows = || Some(Csr { starts: from.words(Some)?, edges: from.words(|n| Some(EdgeIx(n)))? });
        let (outgoing, incoming) = (rows()?, rows()?);
        let mut retractions = Vec::new();
        for _ in 0..from.length(40)? {
            let [start, to, relation, file, stamp_text, actor, note, line, fits, start_node, end_node] =
                from.words(Some)?.try_into().ok()?;
            retractions.push(Retraction {
                from: Sym::from_number(start)?,
                to: Sym::from_number(to)?,
                relation: Sym::from_number(relation)?,
                millis: from.number()?.cast_signed(),
                stamp_text: Sym::from_number(stamp_text),
                retracted_at: from.number()?.cast_signed(),
                actor: Sym::from_number(actor),
                note: Sym::from_number(note),
                file: Sym::from_number(file)?,
                line,
                ends: (start_node != NONE).then_some((NodeIx(start_node), NodeIx(end_node))),
                fits: fits == 1,
            });
        }
        let mut of_nodes = || from.words(|n| Some(MaybeNode::from_number(n)));
        let (by_id, same_id) = (of_nodes()?, of_nodes()?);
        let (known, first_row) = (from.count()?, from.count()?);
        let (retracted, systems) = (RetractedRows::default(), Vec::new());
        Some(Unproven(Self {
            registry: Arc::clone(registry),
            words,
            nodes,
            edges,
            outgoing,
            incoming,
            retracted,
            retractions,
            by_id,
            same_id,
            systems,
            known,
            first_row,
            as_of: None,
        }))
    }
}

/// A graph that was read but whose checksum has not been verified yet.
pub struct Unproven(Graph);

impl Unproven {
    /// Returns the graph. Call only after [`Unpacker::finish`] has verified the checksum.
    pub fn proven(self) -> Graph {
        let mut graph = self.0;
        graph.retracted = rows::retracted(&graph.edges);
        graph.systems = systems(&graph.registry, &graph.nodes, &graph.edges);
        graph
    }
}

impl NodeColumns {
    fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        for column in [&self.id, &self.title] {
            out.words(column.iter().map(|sym| sym.number()))?;
        }
        for column in [&self.kind, &self.status, &self.domain, &self.layer, &self.file] {
            out.words(column.iter().map(|sym| optional(*sym)))?;
        }
        out.words(self.line.iter().copied())?;
        out.blob(&self.system.iter().map(|system| system.0).collect::<Vec<_>>())?;
        let code = self
            .code
            .iter()
            .flat_map(|(node, code)| [*node, optional(code.sub_layer), optional(code.path), optional(code.language)]);
        out.words(code.collect::<Vec<_>>().into_iter())?;
        for few in [&self.repo, &self.id_in_repo, &self.alias] {
            pack_pairs(few.iter().map(|(node, sym)| (*node, *sym)), out)?;
        }
        pack_pairs(self.namespaces.pairs(), out)?;
        pack_pairs(self.namespaces.external_pairs(), out)?;
        out.words(self.created.keys().copied().collect::<Vec<_>>().into_iter())?;
        out.longs(self.created.values().map(|created| created.cast_unsigned()).collect::<Vec<_>>().into_iter())?;
        pack_bits(&self.addressed, out)
    }

    fn unpack(from: &mut Unpacker<'_>, registry: &Registry, words: &Interner) -> Option<Self> {
        let (id, title) = (from.words(Sym::from_number)?, from.words(Sym::from_number)?);
        let mut column = || from.words(|n| Some(Sym::from_number(n)));
        let (kind, status, domain, layer, file) = (column()?, column()?, column()?, column()?, column()?);
        let line = from.words(Some)?;
        let system = systems_of(registry, &from.blob()?)?;
        let entry = |entry: &[u32; 4]| {
            let [sub_layer, path, language] = [entry[1], entry[2], entry[3]].map(Sym::from_number);
            (entry[0], CodePlace { sub_layer, path, language })
        };
        let code = from.words(Some)?.as_chunks::<4>().0.iter().map(entry).collect();
        let (repo, id_in_repo) = (pairs(from)?.into_iter().collect(), pairs(from)?.into_iter().collect());
        let alias = pairs(from)?.into_iter().collect();
        let namespaces = (pairs(from)?, pairs(from)?);
        let nodes = from.words(Some)?;
        let created = nodes.into_iter().zip(from.longs(|n| Some(n.cast_signed()))?).collect();
        let addressed = bits(from)?;
        let mut columns = Self {
            id,
            title,
            kind,
            status,
            domain,
            layer,
            code,
            repo,
            id_in_repo,
            alias,
            namespaces: Arc::default(),
            created,
            file,
            line,
            system,
            addressed,
        };
        let (of, also) = namespaces;
        let also = also.into_iter().map(|(node, id)| (id, NodeIx(node))).collect();
        columns.namespaces = Arc::new(Namespaces::restored(of.into_iter().collect(), also, words, &columns)?);
        Some(columns)
    }
}

impl EdgeColumns {
    fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        for ends in [&self.from, &self.to] {
            out.words(ends.iter().map(|node| node.0))?;
        }
        out.words(self.relation.iter().map(|sym| sym.number()))?;
        pack_pairs(self.file.iter().map(|(edge, sym)| (*edge, *sym)), out)?;
        out.words(self.actor.iter().map(|sym| optional(*sym)))?;
        out.longs(self.millis.iter().map(|millis| millis.cast_unsigned()))?;
        out.words(self.line.iter().copied())?;
        out.blob(&self.system.iter().map(|system| system.0).collect::<Vec<_>>())?;
        out.blob(&self.meaning.iter().flat_map(|meaning| meaning.0.to_ne_bytes()).collect::<Vec<_>>())?;
        for bits in [&self.implicit, &self.symmetric, &self.repeated, &self.retracted] {
            pack_bits(bits, out)?;
        }
        for few in [&self.stamp_text, &self.note] {
            pack_pairs(few.iter().map(|(edge, sym)| (*edge, *sym)), out)?;
        }
        out.words(self.confidence.keys().copied().collect::<Vec<_>>().into_iter())?;
        out.longs(self.confidence.values().map(|share| share.to_bits()).collect::<Vec<_>>().into_iter())
    }

    fn unpack(from: &mut Unpacker<'_>, registry: &Registry) -> Option<Self> {
        let mut ends = || from.words(|n| Some(NodeIx(n)));
        let (start, to) = (ends()?, ends()?);
        let (relation, file) = (from.words(Sym::from_number)?, pairs(from)?);
        let actor = from.words(|n| Some(Sym::from_number(n)))?;
        let millis: Vec<Millis> = from.longs(|n| Some(n.cast_signed()))?;
        let line = from.words(Some)?;
        let system = systems_of(registry, &from.blob()?)?;
        let meaning = meanings_of(registry, &from.blob()?)?;
        let mut bits = || bits(from);
        let (implicit, symmetric, repeated, retracted) = (bits()?, bits()?, bits()?, bits()?);
        let mut few = || pairs(from);
        let (stamp_text, note) = (few()?.into_iter().collect(), few()?.into_iter().collect());
        let edges = from.words(Some)?;
        let confidence = edges.into_iter().zip(from.longs(|bits| Some(f64::from_bits(bits)))?).collect();
        Some(Self {
            from: start,
            to,
            relation,
            actor,
            millis,
            file,
            line,
            system,
            meaning,
            implicit,
            symmetric,
            repeated,
            retracted,
            stamp_text,
            note,
            confidence,
        })
    }
}

impl SystemId {
    pub fn pack(self, out: &mut Packer<'_>) -> io::Result<()> {
        out.number(u64::from(self.rank()))?;
        out.text(self.name())
    }

    pub fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let rank = u8::try_from(from.number()?).ok()?;
        Some(Self::interned(rank, &from.text()?))
    }
}

impl Batch {
    /// Writes everything except the findings.
    pub fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        self.system.pack(out)?;
        out.number(u64::from(self.is_log))?;
        out.number(self.part)?;
        for name in [self.repo, self.namespace] {
            out.number(u64::from(optional(name)))?;
        }
        self.words.pack(out)?;
        out.number(self.nodes.len() as u64)?;
        for node in &self.nodes {
            let code = node.code.unwrap_or_default();
            let words = [node.id, node.kind, node.title, node.file].map(Sym::number);
            let more = [node.status, node.domain, node.layer, code.sub_layer, code.path, code.language].map(optional);
            let origin =
                [node.origin.map(|origin| origin.id), node.origin.and_then(|origin| origin.repo)].map(optional);
            let rest = [node.line, u32::from(node.code.is_some()), optional(node.alias)].into_iter().chain(origin);
            for word in words.into_iter().chain(more).chain(rest) {
                out.bytes(&word.to_ne_bytes())?;
            }
            out.number(node.created.unwrap_or(NO_TIME).cast_unsigned())?;
        }
        self.edges.pack(out)?;
        out.number(self.retractions.len() as u64)?;
        for one in &self.retractions {
            let words = [one.from, one.to, one.relation, one.file].map(Sym::number);
            let more = [optional(one.stamp.text), optional(one.actor), optional(one.note), one.line];
            out.words(words.into_iter().chain(more).collect::<Vec<_>>().into_iter())?;
            out.number(one.stamp.millis.unwrap_or(NO_TIME).cast_unsigned())?;
            out.number(one.retracted_at.unwrap_or(NO_TIME).cast_unsigned())?;
        }
        Ok(())
    }

    pub fn set_findings(&mut self, findings: Findings) {
        self.findings = findings;
    }

    pub fn findings_packed(&self, out: &mut Packer<'_>) -> io::Result<()> {
        self.findings.pack(out)
    }

    /// Reads a batch and gives it these findings.
    pub fn unpack(from: &mut Unpacker<'_>, findings: Findings) -> Option<Self> {
        let system = SystemId::unpack(from)?;
        let is_log = from.number()? == 1;
        let part = from.number()?;
        let mut name = || Some(Sym::from_number(u32::try_from(from.number()?).ok()?));
        let (repo, namespace) = (name()?, name()?);
        let words = Interner::unpack(from)?;
        let node_count = from.length(60)?;
        let mut nodes = Vec::with_capacity(node_count);
        for _ in 0..node_count {
            let [
                id,
                kind,
                title,
                file,
                status,
                domain,
                layer,
                sub_layer,
                path,
                language,
                line,
                has_code,
                alias,
                own,
                repo,
            ] = from.some_words()?;
            let [sub_layer, path, language] = [sub_layer, path, language].map(Sym::from_number);
            let created = from.number()?.cast_signed();
            nodes.push(NodeRecord {
                id: Sym::from_number(id)?,
                kind: Sym::from_number(kind)?,
                title: Sym::from_number(title)?,
                status: Sym::from_number(status),
                domain: Sym::from_number(domain),
                layer: Sym::from_number(layer),
                code: (has_code == 1).then_some(CodePlace { sub_layer, path, language }),
                created: (created != NO_TIME).then_some(created),
                alias: Sym::from_number(alias),
                origin: Sym::from_number(own).map(|id| Origin { id, repo: Sym::from_number(repo) }),
                file: Sym::from_number(file)?,
                line,
            });
        }
        let edges = EdgeRecords::unpack(from)?;
        let mut retractions = Vec::new();
        for _ in 0..from.length(40)? {
            let [start, to, relation, file, text, actor, note, line] = from.words(Some)?.try_into().ok()?;
            let (millis, retracted_at) = (from.number()?.cast_signed(), from.number()?.cast_signed());
            retractions.push(RetractionRecord {
                from: Sym::from_number(start)?,
                to: Sym::from_number(to)?,
                relation: Sym::from_number(relation)?,
                stamp: Stamp { millis: (millis != NO_TIME).then_some(millis), text: Sym::from_number(text) },
                retracted_at: (retracted_at != NO_TIME).then_some(retracted_at),
                actor: Sym::from_number(actor),
                note: Sym::from_number(note),
                file: Sym::from_number(file)?,
                line,
            });
        }
        Some(Self { system, is_log, part, repo, namespace, words, nodes, edges, retractions, findings })
    }
}

impl EdgeRecords {
    fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        for column in [&self.from, &self.to, &self.relation] {
            out.words(column.iter().map(|sym| sym.number()))?;
        }
        out.words(self.actor.iter().map(|sym| optional(*sym)))?;
        out.longs(self.millis.iter().map(|millis| millis.cast_unsigned()))?;
        out.words(self.line.iter().copied())?;
        for few in [&self.file, &self.stamp_text, &self.note] {
            pack_pairs(few.iter().map(|(edge, sym)| (*edge, *sym)), out)?;
        }
        let implicit = self.implicit.iter().flat_map(|(edge, implicit)| [*edge, u32::from(*implicit)]);
        out.words(implicit.collect::<Vec<_>>().into_iter())?;
        out.words(self.symmetric.iter().copied())?;
        out.words(self.confidence.iter().map(|(edge, _)| *edge))?;
        out.longs(self.confidence.iter().map(|(_, share)| share.to_bits()))
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let mut column = || from.words(Sym::from_number);
        let (start, to, relation) = (column()?, column()?, column()?);
        let actor = from.words(|n| Some(Sym::from_number(n)))?;
        let millis = from.longs(|n| Some(n.cast_signed()))?;
        let line = from.words(Some)?;
        let mut few = || pairs(from);
        let (file, stamp_text, note) = (few()?, few()?, few()?);
        let implicit = from.words(Some)?.as_chunks::<2>().0.iter().map(|[edge, is]| (*edge, *is == 1)).collect();
        let symmetric = from.words(Some)?;
        let edges = from.words(Some)?;
        let confidence = edges.into_iter().zip(from.longs(|bits| Some(f64::from_bits(bits)))?).collect();
        Some(Self {
            from: start,
            to,
            relation,
            actor,
            millis,
            line,
            file,
            implicit,
            symmetric,
            stamp_text,
            note,
            confidence,
        })
    }
}

fn optional(sym: Option<Sym>) -> u32 {
    sym.map_or(0, Sym::number)
}

/// Decodes a column of systems.
fn systems_of(registry: &Registry, bytes: &[u8]) -> Option<Vec<SystemIx>> {
    bytes.iter().map(|byte| (usize::from(*byte) < registry.len()).then_some(SystemIx(*byte))).collect()
}

/// Decodes a column of meanings.
fn meanings_of(registry: &Registry, bytes: &[u8]) -> Option<Vec<MeaningIx>> {
    let numbers = bytes.as_chunks::<2>().0.iter().map(|bytes| u16::from_ne_bytes(*bytes));
    numbers.map(|number| registry.has_meaning(number).then_some(MeaningIx(number))).collect()
}

fn pack_bits(bits: &FixedBitSet, out: &mut Packer<'_>) -> io::Result<()> {
    out.number(bits.len() as u64)?;
    out.longs(bits.as_slice().iter().map(|block| *block as u64))
}

fn bits(from: &mut Unpacker<'_>) -> Option<FixedBitSet> {
    let length = from.count()?;
    let blocks = from.longs(|block| usize::try_from(block).ok())?;
    (blocks.len() >= length.div_ceil(usize::BITS as usize))
        .then(|| FixedBitSet::with_capacity_and_blocks(length, blocks))
}

fn pack_pairs(pairs: impl Iterator<Item = (u32, Sym)>, out: &mut Packer<'_>) -> io::Result<()> {
    out.words(pairs.flat_map(|(edge, sym)| [edge, sym.number()]).collect::<Vec<_>>().into_iter())
}

fn pairs(from: &mut Unpacker<'_>) -> Option<Vec<(u32, Sym)>> {
    let numbers = from.words(Some)?;
    numbers.as_chunks::<2>().0.iter().map(|[edge, sym]| Some((*edge, Sym::from_number(*sym)?))).collect()
}
