// Opens pages in headless Chromium as their readers do, and prints what is wrong, and counts of what was checked, as JSON.
//   node pages.js SCREENSHOTS PAGE..      each PAGE is the path of an HTML file; SCREENSHOTS a folder for pictures, or empty
"use strict";

const { readFileSync } = require("node:fs");
const { basename, dirname } = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
/** The width of a sheet of A4 without its margins, in pixels. */
const PAPER = 680;
const WIDTHS = [400, 1400];

const wrong = [];
const seen = { pages: 0, switched: 0, claims: 0, hovered: 0, opened: 0, marks: 0, checked: 0, screenshots: 0 };

async function view(browser, file, settings) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...settings });
  const page = await context.newPage();
  const name = `${basename(dirname(file))}/${basename(file)} at ${page.viewportSize().width} px`;
  const demand = (holds, sentence) => { if (!holds) wrong.push(`${name}: ${sentence}`); };
  const address = pathToFileURL(file).href;
  page.on("console", (message) => demand(!["error", "warning"].includes(message.type()), `console: ${message.text()}`));
  page.on("pageerror", (error) => demand(false, `script: ${error.message}`));
  page.on("request", (request) => demand(request.url().split("#")[0] === address, `asks for ${request.url()}`));
  await page.goto(address);
  return { context, page, name, demand };
}

/** If a view of a table is chosen by its switch, this view is visible and no other is. The first table is also switched by the keyboard. */
async function switches(page, demand) {
  const first = page.locator(".views:has(.tabs):visible").first();
  if (await first.count()) {
    await first.locator(".tabs input").first().focus();
    await page.keyboard.press("ArrowRight");
    const shown = await first.locator(".view").evaluateAll((views) => views.map((view) => view.checkVisibility()));
    demand(shown.every((is, view) => is === (view === 1)), `the second view by the keyboard: ${shown}`);
  }
  const { count, hidden } = await page.evaluate(() => {
    const tables = [...document.querySelectorAll(".views:has(.tabs)")].filter((table) => table.checkVisibility());
    const hidden = [];
    for (const table of tables) {
      const [inputs, views] = [".tabs input", ".view"].map((of) => [...table.querySelectorAll(of)]);
      inputs.forEach((input, at) => {
        input.click();
        const shown = views.map((view) => view.checkVisibility());
        const holds = shown.length === inputs.length && shown.every((is, view) => is === (view === at));
        if (!holds) hidden.push(`view ${at} of ${input.name}: ${shown}`);
      });
      inputs[0].click();
    }
    return { count: tables.length, hidden };
  });
  hidden.forEach((sentence) => demand(false, sentence));
  seen.switched += count;
}

/** No claim and no verdict is cut off, and a claim opens to show its margins. */
async function claims(page, demand) {
  const claim = page.locator("table.claims details").first();
  if (!(await claim.count())) return;
  const cut = await page.locator("table.claims :is(summary, td)").evaluateAll((boxes) => boxes
    .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.getBoundingClientRect().right > innerWidth).length);
  demand(cut === 0, `${cut} claims or verdicts are cut`);
  await claim.locator("summary").click();
  demand(await claim.locator("li").first().isVisible(), "a claim does not open");
  await claim.locator("summary").click();
  seen.claims += 1;
}

/** If the mouse points at a mark of the first figure, the page shows numbers, which are titles of marks. */
async function hovers(page, demand, file) {
  const mark = page.locator(".mark :is(.marker, .bar):visible").first();
  if (!(await mark.count())) return;
  const said = page.locator(".said");
  demand(!(await said.isVisible()), "numbers are shown before anything is pointed at");
  await mark.scrollIntoViewIfNeeded();
  // Scrolling hides the numbers one frame later.
  await page.waitForTimeout(100);
  const box = await mark.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await said.waitFor({ state: "visible", timeout: 2000 }).catch(() => demand(false, "no numbers of a mark"));
  const plain = (text) => text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&");
  const titles = new Set([...readFileSync(file, "utf8").matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => plain(text)));
  for (const line of (await said.innerText()).split("\n")) demand(titles.has(line), `says \`${line}\`, which no mark does`);
  await page.mouse.move(2, 2);
  demand(!(await said.isVisible()), "the numbers stay");
  seen.hovered += 1;
}

/** The background differs between the system's light and dark colour schemes. */
async function follows(page, demand) {
  const grounds = new Set();
  for (const scheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme: scheme });
    grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  demand(grounds.size === 2, `one ground for both schemes: ${[...grounds]}`);
}

/** Each card shows its verdict as a sign and words, and opens to show its tables. Only a card without an answer may lack tables. */
async function answers(page, demand) {
  const cards = page.locator(".card");
  for (let at = 0; at < await cards.count(); at += 1) {
    const card = cards.nth(at);
    const verdict = await card.locator(".verdict").innerText();
    demand(/^\S+ (Yes|Partly|No|Cannot say|Does not arise)/.test(verdict.replace(/\s+/g, " ")), `verdict ${verdict}`);
    if (/Cannot say|Does not arise/.test(verdict) && !(await card.locator(".why").count())) continue;
    await card.locator(".why > summary").click();
    demand(await card.locator(".evidence").isVisible(), "what a verdict rests on does not open");
    seen.opened += 1;
  }
}

/** axe-core finds nothing that it calls serious or critical. */
async function accessible(page, demand, scheme) {
  await page.emulateMedia({ colorScheme: scheme });
  // Rows are alike, so some rows of each table are enough, and take seconds instead of minutes.
  await page.evaluate(() => {
    for (const body of document.querySelectorAll("tbody")) [...body.rows].slice(6).forEach((row) => { row.hidden = true; });
  });
  // The debugger runs the script of axe, so that no policy of the page can block it.
  await page.evaluate(AXE);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  const grave = found.violations.filter((violation) => ["serious", "critical"].includes(violation.impact));
  for (const { id, help, nodes } of grave) demand(false, `axe ${scheme}: ${id}: ${help}, ${nodes.length} times: ${nodes[0].html.slice(0, 120)}`);
  await page.evaluate(() => document.querySelectorAll("tbody tr").forEach((row) => { row.hidden = false; }));
  await page.emulateMedia({ colorScheme: "light" });
  seen.checked += 1;
}

/** Every mark of a figure is where its attributes place it. A style of the page would override the attributes. */
async function drawn(page, demand) {
  const { count, moved } = await page.evaluate(() => {
    const closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((details) => { details.open = true; });
    const attributes = (mark, ...names) => names.map((name) => Number(mark.getAttribute(name) ?? 0));
    const box = {
      rect: (mark) => attributes(mark, "x", "y", "width", "height"),
      circle: (mark) => {
        const [x, y, r] = attributes(mark, "cx", "cy", "r");
        return [x - r, y - r, 2 * r, 2 * r];
      },
      line: (mark) => {
        const [x1, x2, y1, y2] = attributes(mark, "x1", "x2", "y1", "y2");
        return [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)];
      },
    };
    const is = (mark) => { const { x, y, width, height } = mark.getBBox(); return [x, y, width, height]; };
    // Returns the start and the end of a path. Only the start is compared below.
    const ends = (mark) => [0, mark.getTotalLength()].map((at) => mark.getPointAtLength(at)).flatMap(({ x, y }) => [x, y]);
    const pairs = (d) => [...d.matchAll(/[ML]\s*(-?[\d.]+)[\s,]+(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    const moved = [];
    let count = 0;
    for (const mark of document.querySelectorAll(".paper svg :is(rect, circle, line, path)")) {
      if (!mark.checkVisibility() || mark.closest("defs, clipPath, pattern")) continue;
      let [found, expected] = [[], []];
      if (mark.tagName === "path") {
        const points = pairs(mark.getAttribute("d"));
        // Only paths of straight lines have their points as plain numbers.
        if (!points.length || /[^MLZ\s\d.,-]/.test(mark.getAttribute("d"))) continue;
        [found, expected] = [ends(mark).slice(0, 2), points[0]];
      } else {
        [found, expected] = [is(mark), box[mark.tagName](mark)];
      }
      count += 1;
      if (found.some((value, at) => Math.abs(value - expected[at]) > 0.05)) {
        moved.push(`${mark.outerHTML.slice(0, 120)} is drawn at ${found.map((value) => value.toFixed(1))}`);
      }
    }
    closed.forEach((details) => { details.open = false; });
    return { count, moved };
  });
  demand(moved.length === 0, `${moved.length} of ${count} marks are not where their attributes say, first ${moved[0]}`);
  seen.marks += count;
}

async function reads(browser, file, width, folder) {
  const { context, page, demand } = await view(browser, file, { viewport: { width, height: 900 } });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  demand(wide <= 0, `the page is ${wide} px wider than the window`);
  if (width > 1000) {
    // On a screen of 1,200 pixels no visible table scrolls, except those with 26 measures in trec-dl.
    await page.setViewportSize({ width: 1200, height: 900 });
    const cut = await page.evaluate(() => [...document.querySelectorAll(".view .scroll")]
      .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
      .filter((box) => !/^other-scores, trec-dl-20/.test(box.ariaLabel)).map((box) => box.ariaLabel));
    demand(cut.length === 0, `wider than a page of 1200 px: ${cut.slice(0, 3)}`);
    await page.setViewportSize({ width, height: 900 });
  }
  await page.keyboard.press("Tab");
  demand((await page.evaluate(() => document.activeElement.className)) === "skip", "the first stop is not the skip link");
  const links = await page.locator("nav a").count();
  if (links) {
    await page.locator("nav a").last().click();
    const id = (await page.locator("nav a").last().getAttribute("href")).slice(1);
    // The browser scrolls after the click has returned, on a slow machine much later.
    const top = () => page.evaluate((of) => document.getElementById(of).getBoundingClientRect().y, id);
    const there = (y) => y >= -1 && y < 900;
    for (const end = Date.now() + 10_000; !there(await top()) && Date.now() < end;) await page.waitForTimeout(50);
    const y = await top();
    demand(there(y), `the contents lead to y = ${y}`);
  }
  await switches(page, demand);
  await claims(page, demand);
  await follows(page, demand);
  await hovers(page, demand, file);
  await answers(page, demand);
  await drawn(page, demand);
  // One scheme for each width is enough: colours do not depend on the width, nor sizes on the scheme.
  await accessible(page, demand, width > 1000 ? "dark" : "light");
  for (const scheme of folder ? ["light", "dark"] : []) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const [at, share] of [0, 0.3, 0.7].entries()) {
      await page.evaluate((share) => scrollTo(0, share * document.body.scrollHeight), share);
      await page.screenshot({ path: `${folder}/${basename(dirname(file))}-${basename(file, ".html")}-${width}-${scheme}-${at}.png` });
      seen.screenshots += 1;
    }
  }
  await page.emulateMedia({ media: "print" });
  demand(!(await page.locator(".tabs").first().isVisible()), "on paper the page has controls");
  await page.setViewportSize({ width: PAPER, height: 1000 });
  const cut = await page.evaluate(() => {
    const edge = document.querySelector("main").getBoundingClientRect().right + 1;
    const tables = [...document.querySelectorAll("main table")];
    return tables.filter((table) => table.getBoundingClientRect().right > edge).length;
  });
  demand(cut === 0, `on paper ${cut} tables are cut`);
  await context.close();
}

/** Without scripts the tables are visible and their switches work, and there are no controls that would not work. */
async function stands(browser, file) {
  const { context, page, demand } = await view(browser, file, { javaScriptEnabled: false });
  const tables = await page.locator(".table table:visible").count();
  const first = ".view:nth-of-type(1) .table table, .table:not(.view *, details *) table";
  demand(tables === (await page.locator(first).and(page.locator(":not(details *)")).count()), "without script a table is hidden");
  demand((await page.locator("button, select, input:not([type=radio])").count()) === 0, "without script there are controls");
  const tabs = page.locator(".tabs input");
  if (await tabs.count() > 1) {
    await tabs.nth(1).check();
    demand(await page.locator(".views:has(.tabs)").first().locator(".view").nth(1).isVisible(), "without script a switch does not work");
  }
  await context.close();
}

(async () => {
  const [folder, ...files] = process.argv.slice(2);
  // Chromium cannot use its sandbox as root; the pages are our own.
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
  for (const file of files) {
    for (const width of WIDTHS) await reads(browser, file, width, folder);
    await stands(browser, file);
    seen.pages += 1;
  }
  await browser.close();
  console.log(JSON.stringify({ wrong, seen }));
})();
