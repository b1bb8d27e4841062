"use strict";
// What the page can do beyond being read: the numbers of marks. It works without.

// How near the pointer has to be to a mark, in pixels.
const NEAR = 18;

const make = (name, properties) => Object.assign(document.createElement(name), properties);

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
    const room = table.parentElement.clientWidth;
    if (print.matches && table.offsetWidth > room) table.style.zoom = room / table.offsetWidth;
  });
  print.addEventListener("change", fit);
  addEventListener("resize", fit);
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

const said = make("div", { className: "said", hidden: true });
document.body.append(said);
document.querySelectorAll(".paper").forEach((paper) => marks(paper, said));
stops();
paper();
