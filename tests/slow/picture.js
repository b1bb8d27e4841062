// Draws the first row of cards of an audit's page, and prints its words and its small plots as JSON.
//   node picture.js PAGE PICTURE      PAGE is the path of an HTML file; PICTURE the path of a PNG, or empty
"use strict";

const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

/** The width at which GitHub shows a picture. */
const WIDTH = 1100;

(async () => {
  const [file, picture] = process.argv.slice(2);
  // Without subpixel colours text looks the same on every screen.
  const args = ["--no-sandbox", "--disable-lcd-text"];
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args });
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 }, colorScheme: "light" });
  await page.goto(pathToFileURL(file).href);
  const { bottom, words, plots } = await page.evaluate(() => {
    const cards = [...document.querySelectorAll(".card")];
    const top = cards[0].getBoundingClientRect().top;
    const row = cards.filter((card) => card.getBoundingClientRect().top === top);
    const bottom = Math.max(...row.map((card) => card.getBoundingClientRect().bottom));
    const words = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const [text, range] = [texts.currentNode, document.createRange()];
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const isSeen = box.width > 1 && box.left >= 0 && box.bottom <= bottom && text.parentElement.checkVisibility();
      if (isSeen && text.data.trim()) words.push(text.data.trim().replace(/\s+/g, " "));
    }
    const marks = row.flatMap((card) => [...card.querySelectorAll(".sketch svg :is(path, rect, circle, line)")]);
    return { bottom, words, plots: marks.map((mark) => mark.outerHTML) };
  });
  if (picture) {
    const height = Math.ceil(bottom) + 12;
    await page.setViewportSize({ width: WIDTH, height });
    await page.screenshot({ path: picture });
  }
  await browser.close();
  console.log(JSON.stringify({ words, plots }));
})();
