#!/usr/bin/env python3
"""Opens what refscope writes with Graphviz, networkx and igraph, and reads it back with refscope itself.

Usage: graphs.py REFSCOPE [NUMBER]

Checks the demo and NUMBER random graphs with nasty ids (20 by default). Needs `nop` and `dot` (Graphviz) and the Python
packages networkx and igraph. `refscope export -f jsonl` is what the readers must agree with.
"""

import csv
import io
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import igraph
import networkx

NASTY = ["end", "node", "a:b", "a:b:n", 'a"b', "a\\", "\\N\\G\\l", "a\nb", "a\r\nb", "\t", "\x1b[31m", "\x01", "\x9b", "]]>",
         "</script>", "<b>x</b>", "&amp;", "&eacute; &#60;", "a & b", "a;b,c", "'", "`#|{}[]()", "👩\u200d💻", "שלום",
         "\u202ertl", "=1+1", " x ", "-> x", "/*", "//", "#", "--", "7", "strict", "x" * 500, "\\\"", "\uffff", "é\u0301"]
VERBS = ["led-to", "cites", "relates to", "semantically_similar_to", "a\"b", "]]>", "a\nb", "&lt;"]


def run(*command, text=None):
    done = subprocess.run([str(part) for part in command], input=text, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{command} failed:\n{done.stderr.decode()}")
    return done.stdout.decode(), done.stderr.decode()


def shown_id(text):
    """Control characters of ids are visible escapes in formats that cannot have them."""
    short = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}

    def escaped(c):
        number = ord(c)
        is_control = number < 32 or 127 <= number < 160 or number in (0xFFFE, 0xFFFF)
        return short.get(c, f"\\u{{{number:x}}}") if is_control else c

    return "".join(map(escaped, text))


def legal(text):
    """A text as XML can have it."""
    is_legal = lambda c: c in "\t\n\r" or not (ord(c) < 32 or 127 <= ord(c) < 160 or ord(c) in (0xFFFE, 0xFFFF))
    return "".join(c if is_legal(c) else "\ufffd" for c in text)


def one_line(text):
    """A text without line breaks and characters that formats replace, to compare labels."""
    return re.sub(r"[\r\n\t\ufffd ]+", " ", legal(text))


class Export:
    def __init__(self, refscope, workspace):
        self.command = [refscope, "export", "-w", workspace, "--no-cache"]
        rows = [json.loads(line) for line in self.written("jsonl").splitlines()]
        self.nodes = [row for row in rows if "relation" not in row]
        self.edges = [row for row in rows if "relation" in row]

    def written(self, name, *further):
        return run(*self.command, "-f", name, *further)[0]

    def node_multiset(self, id_of=lambda id: id, title_of=lambda title: title):
        return Counter((id_of(node["id"]), title_of(node["title"])) for node in self.nodes)

    def edge_multiset(self, id_of=lambda id: id, text_of=lambda text: text):
        return Counter((id_of(edge["from"]), id_of(edge["to"]), text_of(edge["relation"])) for edge in self.edges)


def same(what, found, expected):
    if found != expected:
        sys.exit(f"{what} differs:\n  only found: {list((found - expected).items())[:5]}\n"
                 f"  only expected: {list((expected - found).items())[:5]}")


def check_dot(export, folder):
    (folder / "g.dot").write_text(export.written("dot"))
    run("nop", folder / "g.dot")
    drawn, warnings = run("dot", "-Tsvg", folder / "g.dot")
    complaints = [line for line in warnings.splitlines() if re.search(r"error|syntax|not a known", line, re.I)]
    if complaints:
        sys.exit(f"dot complains: {complaints[:3]}")
    graph = json.loads(run("dot", "-Tjson0", folder / "g.dot")[0])
    # Ids keep their doubled backslashes in Graphviz.
    name = lambda text: text.replace("\\\\", "\\")
    nodes = {one["_gvid"]: name(one["name"]) for one in graph.get("objects", [])}
    same("ids of DOT", Counter(nodes.values()), Counter(shown_id(node["id"]) for node in export.nodes))
    edges = Counter((nodes[edge["tail"]], nodes[edge["head"]]) for edge in graph.get("edges", []))
    # Graphviz may turn edges without a direction; there are none whose ends differ in order only.
    same("edges of DOT", edges, Counter((shown_id(e["from"]), shown_id(e["to"])) for e in export.edges))
    assert drawn.count('class="node"') + drawn.count('class="node ') == len(export.nodes), "nodes of the SVG"
    assert "javascript:" not in drawn.lower()


def check_multigraph(what, graph, export, relation, id_of, title_of):
    title = lambda data: data.get("label", data.get("title"))
    same(f"nodes of {what}", Counter((id, title_of(title(data))) for id, data in graph.nodes(data=True)),
         export.node_multiset(id_of, title_of))
    edges = Counter((source, target, title_of(data[relation])) for source, target, data in graph.edges(data=True))
    same(f"edges of {what}", edges, export.edge_multiset(id_of, title_of))


def check_networkx(export, folder):
    for dialect in ("gephi", "yed"):
        (folder / "g.graphml").write_text(export.written("graphml", "--dialect", dialect))
        graph = networkx.read_graphml(folder / "g.graphml")
        check_multigraph(f"GraphML for {dialect}", graph, export, "label", shown_id, one_line)
    (folder / "g.gexf").write_text(export.written("gexf"))
    check_multigraph("GEXF", networkx.read_gexf(folder / "g.gexf"), export, "label", shown_id, one_line)
    graph = networkx.node_link_graph(json.loads(export.written("node-link")), edges="edges")
    exact = lambda text: text
    check_multigraph("node-link", graph, export, "relation", exact, exact)
    return networkx.node_link_data(graph, edges="edges")


def check_igraph(export, folder):
    for dialect in ("gephi", "yed"):
        (folder / "g.graphml").write_text(export.written("graphml", "--dialect", dialect))
        graph = igraph.Graph.Read_GraphML(str(folder / "g.graphml"))
        what = f"GraphML for {dialect} in igraph"
        # igraph keeps the character reference of an ampersand in attributes, but not in elements.
        ids = [id.replace("&#38;", "&") for id in graph.vs["id"]]
        nodes = Counter(zip(ids, map(one_line, graph.vs["label"])))
        same(f"nodes of {what}", nodes, export.node_multiset(shown_id, one_line))
        edges = Counter((ids[edge.source], ids[edge.target], one_line(edge["label"])) for edge in graph.es)
        same(f"edges of {what}", edges, export.edge_multiset(shown_id, one_line))


def check_csv(export):
    for dialect in ("gephi", "neo4j"):
        rows = list(csv.reader(io.StringIO(export.written("csv", "--dialect", dialect), newline="")))
        at = rows.index([])
        (nodes, edges) = (rows[1:at], rows[at + 2:])
        assert all(len(row) == len(rows[0]) for row in nodes) and all(len(row) == len(rows[at + 1]) for row in edges)
        same("ids of CSV", Counter(row[0] for row in nodes), Counter(shown_id(node["id"]) for node in export.nodes))
        ends = Counter((row[0], row[1]) for row in edges)
        same("edges of CSV", ends, Counter((shown_id(edge["from"]), shown_id(edge["to"])) for edge in export.edges))


def check_read_back(refscope, export, text, what, folder):
    workspace = folder / "read-back"
    shutil.rmtree(workspace, ignore_errors=True)
    workspace.mkdir()
    (workspace / "g.json").write_text(text)
    (workspace / ".refscope.yaml").write_text("sources:\n  - system: graph\n    path: g.json\n")
    read = Export(refscope, workspace)
    ends = {end for edge in export.edges for end in (edge["from"], edge["to"])}
    # An id that was of another system may now have the prefix of this one.
    bare = lambda id: id.removeprefix("graph:")
    node = lambda one: (bare(one["id"]), *(one.get(key) for key in ("title", "kind", "status", "created", "missing")))
    # Missing nodes without edges are not in the file.
    same(f"nodes read back from {what}", Counter(map(node, read.nodes)),
         Counter(node(one) for one in export.nodes if not one.get("missing") or one["id"] in ends))
    keys = ("relation", "ts", "symmetric", "implicit", "confidence", "actor", "note")
    edge = lambda one: (bare(one["from"]), bare(one["to"]), *(json.dumps(one.get(key)) for key in keys))
    same(f"edges read back from {what}", Counter(map(edge, read.edges)), Counter(map(edge, export.edges)))


def check(refscope, workspace, folder):
    export = Export(refscope, workspace)
    check_dot(export, folder)
    rewritten = check_networkx(export, folder)
    check_igraph(export, folder)
    check_csv(export)
    for name in ("node-link", "jgf"):
        check_read_back(refscope, export, export.written(name), name, folder)
    check_read_back(refscope, export, json.dumps(rewritten), "node-link by networkx", folder)
    return len(export.nodes), len(export.edges)


def write_nasty(workspace, number):
    """A workspace of a log and a graph in JSON, with ids, titles, relations, times and notes of any kind."""
    choice = random.Random(number)
    workspace.mkdir()
    ids = [first + choice.choice(["", "", *NASTY]) for first in choice.sample(NASTY, 20)]
    ids = list(dict.fromkeys(id for id in ids if id.strip()))
    nodes = [{"id": id, "label": choice.choice(NASTY), "type": choice.choice(["task", *NASTY])} for id in ids[:-3]]
    ends = lambda: {"source": choice.choice(ids), "target": choice.choice(ids)}
    links = [{**ends(), "relation": choice.choice(VERBS), "confidence": choice.random()} for _ in range(25)]
    links += [{**link, "relation": "parallel"} for link in links[:5]]
    (workspace / "g.json").write_text(json.dumps({"nodes": nodes, "links": links}))
    (workspace / ".refscope.yaml").write_text("sources:\n  - system: graph\n    path: g.json\n")
    times = ["2026-01-01T00:00:00.000Z", "2026-05-05", "some day", 5, None]
    row = lambda: {"ts": choice.choice(times), "from": choice.choice(ids), "to": choice.choice(ids),
                   "relation": choice.choice(VERBS), "actor": choice.choice(NASTY), "reason": choice.choice(NASTY)}
    (workspace / "references.jsonl").write_text("".join(json.dumps(row()) + "\n" for _ in range(15)))


def main():
    refscope, number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20
    for tool in ("nop", "dot"):
        if not shutil.which(tool):
            sys.exit(f"{tool} is not installed")
    print(run("dot", "-V")[1].strip(), "· networkx", networkx.__version__, "· igraph", igraph.__version__)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        run(refscope, "demo", "--into", folder / "demo")
        print("demo: %d nodes, %d edges" % check(refscope, folder / "demo", folder))
        for seed in range(number):
            write_nasty(folder / f"nasty-{seed}", seed)
            counts = check(refscope, folder / f"nasty-{seed}", folder)
        print("%d random graphs, the last one with %d nodes and %d edges" % (number, *counts))


if __name__ == "__main__":
    main()
