// Opens exported pages from file:// in a headless Chromium without network: searches, filters, clicks, uses the keys.
// Fails on console errors, dialogs and requests. Usage: node page.mjs [--shots FOLDER] FILE.html...
import { chromium } from "playwright";
import { basename, resolve } from "node:path";

const args = process.argv.slice(2);
const shots = args[0] === "--shots" ? (args.shift(), args.shift()) : null;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
let failed = 0;
for (const file of args) {
  const problems = [];
  const check = (holds, what) => { if (!holds) problems.push(what); };
  const context = await browser.newContext({ offline: true, viewport: { width: 1360, height: 850 }, colorScheme: "light", hasTouch: false });
  const page = await context.newPage();
  const url = `file://${resolve(file)}`;
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) problems.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("dialog", async (dialog) => { problems.push(`dialog: ${dialog.message()}`); await dialog.dismiss(); });
  page.on("request", (request) => { if (request.url() !== url) problems.push(`request: ${request.url()}`); });
  const started = Date.now();
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("#summary").textContent !== "");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const loaded = Date.now() - started;
  const shot = async (name) => shots && page.screenshot({ path: `${shots}/${basename(file, ".html")}-${name}.png` });
  const data = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
  await shot("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForTimeout(80);
  await shot("dark");
  await page.emulateMedia({ colorScheme: "light" });
  check(await page.title() !== "", "no title");
  check((await page.textContent("#title")) === data.title, "title differs");
  // Nothing in the document comes from the text of the graph.
  const foreign = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((element) =>
    ["IMG", "IFRAME", "OBJECT", "EMBED", "LINK", "A", "FORM", "I", "B"].includes(element.tagName) ||
    [...element.attributes].some(({ name }) => name.startsWith("on") || ["src", "href", "xlink:href"].includes(name))).map((element) => element.outerHTML.slice(0, 80)));
  check(foreign.length === 0, `foreign elements: ${foreign}`);
  check((await page.locator("script").count()) === 2, "a third script");
  if (data.nodes.length > 0) {
    // Search with the keyboard.
    const wanted = data.nodes.find((node) => /^[\w -]{3,}$/.test(node.title)) ?? data.nodes[0];
    await page.keyboard.press("/");
    check(await page.evaluate(() => document.activeElement.id) === "search", "/ does not focus the search");
    await page.keyboard.type(wanted.title.slice(0, 60));
    check(await page.locator("#hits [role=option]").count() > 0, `no hits for ${wanted.title}`);
    await shot("search");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    check(await page.isVisible("#detail"), "Enter in the search does not select");
    await page.waitForTimeout(60);
    await shot("selected");
    const place = data.nodes.find((node) => node.title === wanted.title && node.path);
    if (place && !place.count) check((await page.textContent("#detail dl")).includes(`${place.path}`), "no file in the detail");
    // Keys.
    await page.keyboard.press("Escape");
    check(!(await page.isVisible("#detail")), "Escape does not clear");
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
    check(await page.isVisible("#detail"), "arrows do not select");
    const before = await page.textContent("#detail h2");
    await page.keyboard.press("Enter");
    check(await page.evaluate(() => document.getElementById("detail").contains(document.activeElement)), "Enter does not open the detail");
    if (await page.locator("#detail li button").count()) {
      await page.locator("#detail li button").first().click();
      check(await page.isVisible("#detail"), "click on a neighbour closes the detail");
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    for (const key of ["+", "-", "0"]) await page.keyboard.press(key);
    // Filters.
    const boxes = page.locator("#relations input");
    if (await boxes.count()) {
      // The status counts the edges that are shown while some are hidden: "3 of 4 nodes, 5 of 6 edges shown".
      const counts = async () => /, ([\d,]+) of ([\d,]+) edges? shown/.exec(await page.textContent("#status"));
      await boxes.first().uncheck();
      const hidden = await counts();
      check(hidden && hidden[1] !== hidden[2], "an unchecked relation hides no edge, or the status does not say so");
      await boxes.first().check();
      check(await counts() === null, "a checked relation does not show all edges");
    }
    // A click on a node.
    await page.keyboard.press("0");
    await page.waitForTimeout(60);
    // Over a node the pointer has the shape of a hand.
    const spot = await page.evaluate(() => {
      const picture = document.getElementById("picture"), box = picture.getBoundingClientRect();
      for (let y = box.top + 5; y < box.bottom; y += 7) {
        for (let x = box.left + 5; x < box.right; x += 7) {
          const top = document.elementFromPoint(x, y);
          if (!picture.contains(top) || top.closest("#zoom")) continue;
          top.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y, bubbles: true }));
          if (picture.style.cursor === "pointer") return { x, y };
        }
      }
      return null;
    });
    check(spot, "no node can be clicked");
    if (spot) {
      await page.mouse.click(spot.x, spot.y);
      check(await page.isVisible("#detail"), "a click selects nothing");
      await page.mouse.wheel(0, -300);
    }
    await page.keyboard.press("Escape");
    await page.mouse.move(600, 420); await page.mouse.down(); await page.mouse.move(700, 480, { steps: 4 }); await page.mouse.up();
  }
  await page.waitForTimeout(100);
  const drawn = await page.evaluate(() => document.querySelector("#picture > svg") ? "SVG" : "canvas");
  const distinct = [...new Set(problems)];
  failed += distinct.length ? 1 : 0;
  console.log(distinct.length ? "FAIL" : "ok", file, `${data.nodes.length} nodes, ${data.edges.length} edges, ${drawn}, ${loaded} ms`, distinct.join("\n   "));
  await context.close();
}
await browser.close();
process.exit(failed ? 1 : 0);
