"use strict";
// What the page can do beyond being read: sorting, filtering, the numbers of marks. It works without.

// Up to so many rows are seen at a glance: no filter.
const FEW = 12;
// How near the pointer has to be to a mark, in pixels.
const NEAR = 18;

const make = (name, properties) => Object.assign(document.createElement(name), properties);

// On a narrow screen the contents would stand before everything else.
function contents() {
  const list = document.querySelector("nav details");
  if (!list) return;
  const wide = matchMedia("(min-width: 62.01rem)");
  const fit = () => { list.open = wide.matches; };
  fit();
  wide.addEventListener("change", fit);
  const links = new Map([...list.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const headings = [...document.querySelectorAll("main :is(h2, h3, h4)")].filter((heading) => links.has(heading.id));
  let current = null;
  const follow = () => {
    let last = null;
    for (const heading of headings) {
      if (heading.getBoundingClientRect().top > 80) break;
      last = links.get(heading.id);
    }
    if (last === current) return;
    current?.removeAttribute("aria-current");
    last?.setAttribute("aria-current", "true");
    current = last;
    const nav = list.parentElement;
    // Contents that somebody reads stay where they are: a link must not move away below the pointer or the focus.
    if (last && wide.matches && !nav.matches(":hover, :has(:focus-visible)")) {
      const [inner, outer] = [last.getBoundingClientRect(), nav.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom) nav.scrollTop += inner.top - outer.top - outer.height / 3;
    }
  };
  let waiting = false;
  document.addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; follow(); });
  }, { passive: true });
  follow();
}

// What a cell says first: what stands below it, the printed value, does not order it.
function first(cell) {
  let text = "";
  for (const node of cell.childNodes) {
    if (node.nodeName === "BR") break;
    text += node.textContent;
  }
  return text.trim();
}

const NUMBER = /^[<>≤≥≈~=]?\s*([+-]?(?:\d+(?:,\d{3})*(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/i;
const NOTHING = /^(?:[-–—]?|n\/?a|\([^0-9]*\))$/i;

function number(text) {
  const found = NUMBER.exec(text.replace(/\u2212/g, "-"));
  return found ? Number(found[1].replaceAll(",", "")) : NaN;
}

function order(rows, at) {
  const texts = rows.map((row) => first(row.cells[at] ?? row));
  const empty = texts.map((text) => NOTHING.test(text));
  const numbers = texts.map(number);
  const numeric = numbers.every((value, i) => empty[i] || !Number.isNaN(value));
  const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const compare = (a, b) => (numeric ? numbers[a] - numbers[b] : words.compare(texts[a], texts[b]));
  // What is missing comes last, whichever way.
  return (down) => [...rows.keys()].sort((a, b) => empty[a] - empty[b] || (empty[a] ? 0 : compare(a, b) * (down ? -1 : 1)) || a - b);
}

function sorting(table) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  if (rows.length < 2) return;
  heads.forEach((head, at) => {
    const button = make("button", { type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    let by = null;
    button.addEventListener("click", () => {
      const next = { ascending: "descending", descending: null }[head.getAttribute("aria-sort")];
      const to = next === undefined ? "ascending" : next;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      if (to) head.setAttribute("aria-sort", to);
      by ??= order(rows, at);
      body.append(...(to ? by(to === "descending").map((i) => rows[i]) : rows));
    });
  });
}

function filtering(table, box) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length <= FEW) return;
  const name = table.caption.textContent;
  const input = make("input", { type: "search", placeholder: "Filter rows" });
  input.setAttribute("aria-label", `Filter rows of ${name}`);
  const count = make("span", {});
  count.setAttribute("role", "status");
  const texts = rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(" ").toLowerCase());
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, i) => {
      row.hidden = !words.every((word) => texts[i].includes(word));
      shown += row.hidden ? 0 : 1;
    });
    count.textContent = words.length ? `${shown} of ${rows.length} rows` : "";
  });
  const tools = make("div", { className: "tools" });
  tools.append(input, count);
  box.prepend(tools);
}

// The numbers of the mark next to the pointer, and of those that lie on it.
function marks(paper, said) {
  const svg = paper.querySelector("svg");
  if (!svg) return;
  const found = [...svg.querySelectorAll(".mark")].map((mark) => ({ mark, text: mark.querySelector("title")?.textContent ?? "" }));
  // The browser's own hints would come later and lie over ours.
  svg.querySelectorAll("title").forEach((title) => title.remove());
  if (!found.length) return;
  let lit = [];
  const clear = () => {
    lit.forEach(({ mark }) => mark.classList.remove("lit"));
    lit = [];
    said.hidden = true;
  };
  const show = (event) => {
    const matrix = svg.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    for (const item of found) {
      if (!item.box) {
        const shape = item.mark.querySelector(".marker, .bar, .spot") ?? item.mark;
        item.box = shape.getBBox();
        item.dense = shape.classList.contains("spot");
        item.bar = shape.classList.contains("bar");
      }
      const { x, y, width, height } = item.box;
      item.x = x + width / 2;
      item.y = item.bar ? Math.min(Math.max(at.y, y), y + height) : y + height / 2;
      const across = item.bar ? Math.max(x - at.x, 0, at.x - x - width) : item.x - at.x;
      item.far = Math.hypot(across, item.y - at.y);
    }
    const nearest = found.reduce((best, item) => (item.far < best.far ? item : best));
    if (nearest.far > NEAR / matrix.a) return clear();
    const together = found.filter((item) => item === nearest || (!item.bar && Math.hypot(item.x - nearest.x, item.y - nearest.y) < 3));
    // A marker of a dense curve stands on a bend that says the same.
    const texts = [...new Set(together.map((item) => item.text))];
    clear();
    lit = together;
    lit.forEach(({ mark }) => mark.classList.add("lit"));
    said.textContent = texts.join("\n");
    said.hidden = false;
    const size = said.getBoundingClientRect();
    const right = event.clientX + 14 + size.width < innerWidth;
    said.style.left = `${right ? event.clientX + 14 : Math.max(event.clientX - 14 - size.width, 4)}px`;
    said.style.top = `${Math.max(event.clientY - 12 - size.height, 4)}px`;
  };
  svg.addEventListener("pointermove", show);
  svg.addEventListener("pointerdown", show);
  svg.addEventListener("pointerleave", clear);
  document.addEventListener("scroll", clear, { passive: true });
}

// On paper nothing can be opened.
function paper() {
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details.folded:not([open]), details.section:not([open])")];
    opened.forEach((list) => { list.open = true; });
  });
  addEventListener("afterprint", () => opened.forEach((list) => { list.open = false; }));
  // Nor can anything be scrolled: a table that is wider than the page becomes smaller.
  const print = matchMedia("print");
  const fit = () => document.querySelectorAll("main table").forEach((table) => {
    table.style.zoom = "";
    const room = document.querySelector("main").clientWidth;
    if (print.matches && table.offsetWidth > room) table.style.zoom = room / table.offsetWidth;
  });
  print.addEventListener("change", fit);
  fit();
}

// What does not scroll is no stop for the keyboard.
function stops() {
  const fit = (box) => {
    const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const watch = new ResizeObserver((entries) => entries.forEach((entry) => fit(entry.target)));
  document.querySelectorAll(".scroll, .paper").forEach((box) => watch.observe(box));
}

contents();
document.querySelectorAll(".table").forEach((box) => {
  const table = box.querySelector("table");
  sorting(table);
  filtering(table, box);
});
const said = make("div", { className: "said", hidden: true });
document.body.append(said);
document.querySelectorAll(".paper").forEach((paper) => marks(paper, said));
stops();
paper();
