// Parses and renders Mermaid files with npm's mermaid in a headless Chromium, without network.
// Usage: node mermaid.mjs [--labels] FILE...    (a .md file: its first fenced block)
import { chromium } from "playwright";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const args = process.argv.slice(2);
const labels = args[0] === "--labels" && args.shift();
const dist = dirname(createRequire(import.meta.url).resolve("mermaid"));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await (await browser.newContext({ offline: true })).newPage();
let failed = 0;
page.on("dialog", async (dialog) => { failed += 1; console.log("DIALOG", dialog.message()); await dialog.dismiss(); });
await page.setContent("<!doctype html><title>mermaid</title><body></body>");
await page.addScriptTag({ path: join(dist, "mermaid.min.js") });
await page.evaluate(() => mermaid.initialize({ startOnLoad: false }));
for (const file of args) {
  let text = readFileSync(file, "utf8");
  if (file.endsWith(".md")) text = text.match(/^```mermaid\n([\s\S]*?)^```/m)[1];
  const result = await page.evaluate(async (text) => {
    try {
      const parsed = await mermaid.parse(text);
      const { svg } = await mermaid.render("drawn", text);
      const host = document.createElement("div");
      host.innerHTML = svg;
      const all = (selector) => [...host.querySelectorAll(selector)];
      const shown = (element) => {
        const copy = element.cloneNode(true);
        copy.querySelectorAll("br").forEach((br) => br.replaceWith("\n"));
        return copy.textContent;
      };
      return {
        type: parsed.diagramType,
        nodes: all("g.node .nodeLabel").map(shown),
        edges: all(".edgeLabel .edgeLabel, .edgeLabels .edgeLabel p").map(shown),
        paths: all("path.flowchart-link").length,
        tooLarge: svg.includes("Maximum text size"),
      };
    } catch (error) { return { error: String(error.message ?? error).slice(0, 600) }; }
  }, text);
  if (result.error || result.tooLarge || result.type !== "flowchart-v2") { failed += 1; console.log("FAIL", file, JSON.stringify(result)); continue; }
  console.log("ok", file, `${text.length} characters, ${result.nodes.length} nodes, ${result.paths} edges`);
  if (labels) console.log(JSON.stringify(result.nodes, null, 1), JSON.stringify(result.edges, null, 1));
}
await browser.close();
process.exit(failed ? 1 : 0);
