// What a page asks for and how it stands: policy, requests, shifts, narrow screens, large text, paper, forced colours.
import { each, emulate, job, open, row, some, withBrowser } from "./open.mjs";

const MOST_REQUESTS = 6, MOST_SHIFT = 0.01, NARROW = 320;

/** Elements that stick out of the page, unless they scroll within a box of their own. */
const sticking = (page) => page.evaluate(() => {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  const scrolls = (element) => element && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
  return [...document.querySelectorAll("body *")]
    .filter((element) => { const box = element.getBoundingClientRect(); return (box.right > room + 1 || box.left < -1) && !scrolls(element) })
    .slice(0, 2)
    .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") || ""} ${Math.round(element.getBoundingClientRect().right)}`)
    .concat(`page ${document.documentElement.scrollWidth} > ${room}`);
});

/** Text that its own box cuts off, unless cutting is what the box is for. */
const cut = (page) => page.evaluate(() => [...document.querySelectorAll("body *")]
  .filter((element) => {
    const style = getComputedStyle(element);
    const hides = ["hidden", "clip"].includes(style.overflowY) || ["hidden", "clip"].includes(style.overflowX);
    if (!hides || element.closest(".vh, svg") || !element.textContent.trim()) return false;
    if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") return false; // the whole text is on its page
    return element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
  })
  .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") || ""}`));

/** The first load: what it asks for, and whether anything moves. */
const loading = async ({ page, seen }, here) => {
  await new Promise((done) => setTimeout(done, 250)); // late shifts
  const faults = [...seen.faults];
  const logos = await page.evaluate(() => document.querySelectorAll(".brand img").length); // the catalog's own
  if (seen.requests.length > MOST_REQUESTS + logos) faults.push(`${seen.requests.length} requests`);
  for (const request of seen.requests) {
    if (!request.url().startsWith(here)) faults.push(`asks elsewhere: ${request.url()}`);
    if (request.resourceType() === "font") faults.push(`font: ${request.url()}`);
  }
  const { shift, fonts } = await page.evaluate(() => ({ shift: window.shift, fonts: document.fonts.size }));
  if (shift >= MOST_SHIFT) faults.push(`layout shifts by ${shift.toFixed(3)}`);
  if (fonts) faults.push(`${fonts} web fonts`);
  return faults;
};

const reflow = async ({ page }) => {
  await page.setViewport({ width: NARROW, height: 640 });
  const faults = (await sticking(page)).map((fault) => `at ${NARROW} px: ${fault}`);
  await page.setViewport({ width: 1280, height: 900 });
  await page.evaluate(() => { document.documentElement.style.fontSize = "32px" });
  faults.push(...(await sticking(page)).map((fault) => `200 % text: ${fault}`));
  faults.push(...(await cut(page)).map((fault) => `200 % text, cut off: ${fault}`));
  await page.evaluate(() => { document.documentElement.style.fontSize = "" });
  return faults;
};

/** The whole page from right to left, as in Arabic. */
const mirrored = async ({ page }) => {
  const faults = [];
  const turn = (to) => page.evaluate((to) => { const before = document.documentElement.dir; document.documentElement.dir = to; return before }, to);
  const before = await turn("rtl");
  for (const width of [1280, 390]) {
    await page.setViewport({ width, height: 900 });
    faults.push(...(await sticking(page)).map((fault) => `from right to left at ${width} px: ${fault}`));
  }
  await page.setViewport({ width: 1280, height: 900 });
  await turn(before);
  return faults;
};

/** WCAG 1.4.12: with wider letters, words, lines and paragraphs nothing is lost. */
const spacing = async ({ page }) => {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { letter-spacing: .12em !important; word-spacing: .16em !important; line-height: 1.5 !important } p { margin-block-end: 2em !important }");
    document.adoptedStyleSheets = [sheet];
  });
  const faults = [];
  for (const width of [1280, NARROW]) {
    await page.setViewport({ width, height: 900 });
    faults.push(...(await sticking(page)).map((fault) => `spaced at ${width} px: ${fault}`));
    faults.push(...(await cut(page)).map((fault) => `spaced at ${width} px, cut off: ${fault}`));
  }
  await page.evaluate(() => { document.adoptedStyleSheets = [] });
  await page.setViewport({ width: 1280, height: 900 });
  return faults;
};

const stillness = async ({ page }) => {
  await emulate(page, { "prefers-reduced-motion": "reduce" });
  return page.evaluate(() => [...document.querySelectorAll("*")].flatMap((element) => {
    const style = getComputedStyle(element);
    const moves = (times) => times.split(", ").some((time) => parseFloat(time) > 0);
    const faults = [];
    if (moves(style.transitionDuration)) faults.push("transition");
    if (style.animationName !== "none") faults.push("animation");
    if (style.scrollBehavior !== "auto") faults.push("smooth scrolling");
    return faults.map((fault) => `${fault} on ${element.tagName.toLowerCase()} though motion is to be reduced`);
  }));
};

/** Controls that cannot be told from what is around them, and focus that does not show. */
const controls = async ({ page }, forced) => {
  await emulate(page, forced ? { "forced-colors": "active", "prefers-reduced-motion": "reduce" } : { "prefers-reduced-motion": "reduce" });
  return page.evaluate((forced) => {
    const said = (element) => `${element.tagName.toLowerCase()}${element.id && "#" + element.id}.${element.getAttribute("class") || ""} ${element.textContent.trim().slice(0, 20)}`;
    const drawn = (style) => ["Top", "Right", "Bottom", "Left"].some((side) =>
      parseFloat(style[`border${side}Width`]) > 0 && style[`border${side}Style`] !== "none" && style[`border${side}Color`] !== style.backgroundColor)
      || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0);
    const ground = (element) => {
      for (let up = element; up; up = up.parentElement) {
        const colour = getComputedStyle(up).backgroundColor;
        if (!/, 0\)$|transparent/.test(colour)) return colour;
      }
      return getComputedStyle(document.documentElement).color === "rgb(255, 255, 255)" ? "rgb(0, 0, 0)" : "rgb(255, 255, 255)";
    };
    const faults = [];
    const bar = [...document.querySelectorAll(".top, .secbar")].find((each) => getComputedStyle(each).position === "sticky"), sticks = !!bar;
    // Backwards, for then the page scrolls towards the bar that may hide what has the focus.
    for (const element of [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")].reverse()) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const proxy = element.matches(".seg input, .tabs input") ? element.nextElementSibling : element; // what stands for a hidden radio button
      const style = getComputedStyle(proxy), native = element.matches("input[type=checkbox], input[type=radio]") && proxy === element;
      const before = getComputedStyle(proxy, "::before").content; // numbers of lines
      const written = (proxy.textContent.trim() || proxy.querySelector("svg, img[alt]:not([alt=''])") || before !== "none") && style.color !== ground(proxy);
      if (!native && !written && !drawn(style) && !element.matches("[tabindex]")) faults.push(`invisible: ${said(element)}`);
      element.focus({ focusVisible: true });
      if (document.activeElement !== element) { faults.push(`takes no focus: ${said(element)}`); continue }
      const box = element.getBoundingClientRect(), above = element.closest(".top, .skip, .secbar, .crumb, .intro");
      if (sticks && !above && box.bottom <= bar.getBoundingClientRect().bottom) faults.push(`behind the bar: ${said(element)}`);
      const focused = getComputedStyle(proxy);
      const thick = focused.outlineStyle === "auto" || parseFloat(focused.outlineWidth) >= 2;
      if (focused.outlineStyle === "none" || !thick || focused.outlineColor === ground(proxy.parentElement)) faults.push(`focus does not show: ${said(element)}`);
      if (parseFloat(focused.opacity) < 1 && proxy === element) faults.push(`dim while focused: ${said(element)}`);
    }
    document.activeElement.blur();
    if (forced) for (const element of document.querySelectorAll("[aria-current]")) {
      const style = getComputedStyle(element);
      const other = [...(element.closest("nav, ol, ul")?.querySelectorAll("a:not([aria-current])") || [])].map((link) => getComputedStyle(link))[0];
      if (!element.matches("a") || !other) continue;
      const same = ["borderBottomWidth", "borderInlineStartWidth", "textDecorationLine", "fontWeight", "backgroundColor"].every((name) => style[name] === other[name]);
      if (same) faults.push(`nothing but colour shows where one is: ${said(element)}`);
    }
    return faults;
  }, forced).then((faults) => faults.map((fault) => `${forced ? "forced colours: " : ""}${fault}`));
};

/** On paper: all that the page says, without what one clicks. */
const paper = async ({ page }) => {
  // What is used and not read, the list of contents and the rows of buttons.
  const used = ".js, .copy, .skip, .facets, .find, .toc, .pager, .get, .secbar, .whole-set, .bar, .anchor, .seg, .vh, .pane, .none, noscript, [hidden], nav, button, select";
  const texts = (used) => [...document.querySelectorAll("main *")]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && !element.closest(used))
    .map((element) => ({ element, box: element.getClientRects().length > 0 && element.checkVisibility({ contentVisibilityAuto: false, visibilityProperty: true }) }));
  await emulate(page, {}, "print");
  const hidden = await page.evaluate(`(${texts})(${JSON.stringify(used)}).filter(({ box }) => !box).map(({ element }) => element.tagName.toLowerCase() + " " + element.textContent.trim().slice(0, 40))`);
  await emulate(page, {});
  return hidden.map((text) => `not on paper: ${text}`);
};

/** Without scripts: no button that does nothing, no text that is missing. */
const bare = async (browser, address, { page }) => {
  const words = () => [...document.querySelectorAll("main :is(h1, h2, h3, p, li, td, th, dd, dt, pre)")].filter((element) => !element.closest("noscript, .js, .none")).length;
  const withScripts = await page.evaluate(words);
  const plain = await open(browser, address, { scripts: false });
  const faults = [...plain.seen.faults];
  const count = await plain.page.evaluate(words);
  if (count < withScripts) faults.push(`${withScripts - count} texts are missing`);
  faults.push(...await plain.page.evaluate(() => [...document.querySelectorAll("button, select, input:not([type=radio]), .js, .copy")]
    .filter((element) => element.checkVisibility()).map((element) => `does nothing: ${element.tagName.toLowerCase()}.${element.className}`)));
  await plain.close();
  return faults.map((fault) => `without scripts: ${fault}`);
};

const found = new Map();
const note = (check, name, faults) => {
  if (!found.has(check)) found.set(check, []);
  found.get(check).push(...faults.map((fault) => `${name}: ${fault}`));
};

await withBrowser(async (browser) => {
  await each(Object.entries(job.pages), async ([name, address]) => {
    const opened = await open(browser, address);
    note("policy, console, requests, fonts, layout shift", name, await loading(opened, new URL(address).origin));
    note("320 px and 200 % text: nothing sticks out", name, await reflow(opened));
    note("from right to left: nothing sticks out", name, await mirrored(opened));
    note("text spacing of WCAG 1.4.12: nothing is lost", name, await spacing(opened));
    note("prefers-reduced-motion: nothing moves", name, await stillness(opened));
    note("focus shows on every control, and is not hidden", name, await controls(opened, false));
    note("forced-colors: controls, focus and place show", name, await controls(opened, true));
    note("print: nothing that one reads is hidden", name, await paper(opened));
    note("without JavaScript: complete, no dead controls", name, await bare(browser, address, opened));
    await opened.close();
    const narrow = await open(browser, address, { width: 390 });
    note("policy, console, requests, fonts, layout shift", `${name} at 390 px`, await loading(narrow, new URL(address).origin));
    await narrow.close();
  });
  await each(Object.entries(job.files), async ([name, address]) => {
    const opened = await open(browser, address);
    note("from file://: policy, console, requests", name, await loading(opened, "file://"));
    await opened.close();
  });
});
for (const [check, faults] of found) row(check, "", some(faults));
