/* Rows of skills that stand on other pages of the list: drawn from data, as the templates write them. Comes with the first query. */
"use strict";
/* 32 bits of a name (site/sigil.py): from them its picture is drawn, and they say which file tells its place */
window.skillpackHashed = (name) => {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
};
/* The place of a skill by its name, if there is one; `load(name)` brings what a file of names holds */
window.skillpackPlace = async (name, files, load) => {
  const [names, places] = await load("n" + (skillpackHashed(name) & (files - 1))) || ["", ""];
  return skillpackSearch.places(places)[names.split("\n").indexOf(name)];
};
window.skillpackDraw = (list, runs, { part, written, formed, filled }) => {
  const PAUSE = 300; // ms
  let end = 0;
  const ends = skillpackSearch.numbers(runs).map((each) => end += each), fileOf = (place) => ends.findIndex((each) => place < each);
  const made = (tag, kind, text) => {
    const element = document.createElement(tag);
    if (kind) element.className = kind;
    if (text) element.textContent = text;
    return element;
  };
  const drawn = (tag, attributes, ...inside) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...inside);
    return element;
  };
  const tile = [
    (x, y) => `M${x + 6} ${y}a6 6 0 0 1-6 6m12 0a6 6 0 0 0-6 6`,
    (x, y) => `M${x + 6} ${y}a6 6 0 0 0 6 6M${x} ${y + 6}a6 6 0 0 1 6 6`,
    (x, y) => `M${x + 6} ${y}v12m-6-6h12`,
    (x, y) => `M${x + 6} ${y}v2m0 8v2m-6-6h2m8 0h2m-7.4 0a1.4 1.4 0 1 0 2.8 0 1.4 1.4 0 1 0-2.8 0`,
  ];
  const sigil = () => drawn("svg", { class: "sigil", viewBox: "-3 -3 42 42", "aria-hidden": true });
  const woven = (bits) => {
    let path = "";
    for (let i = 0; i < 9; i++) path += tile[(bits >> (2 * i)) & 3]((i % 3) * 12, Math.floor(i / 3) * 12);
    return drawn("path", { d: path });
  };
  const meter = (levels) => {
    const bar = drawn("svg", { class: "meter", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": true });
    let x = 0;
    levels.forEach((tokens, level) => {
      if (!tokens || x >= 100) return;
      const width = Math.min(Math.max(tokens / 50, 1.5), 100 - x);
      bar.append(drawn("rect", { class: level && levels[0] + tokens > 5000 ? "past" : "i" + (level + 1), x, width, height: 5 }));
      x += width + 0.8;
    });
    return bar;
  };
  const kept = new Map(); // by place, and the places by row
  const built = (place) => {
    if (kept.has(place)) return kept.get(place);
    const row = made("article", "row waits"), what = made("div", "what"), line = made("div", "name"), text = made("p");
    const picture = sigil(), meta = made("div", "meta"), cost = made("div", "cost"), one = { row, marks: [made("a"), text], picture, line, meta, cost };
    text.dir = "auto";
    what.append(line, text);
    row.append(picture, what, meta, cost);
    kept.set(place, one).set(row, place);
    return one;
  };
  const fill = ([name, description, beside, flags, always, opened, language], place) => {
    const { row, marks, picture, line, meta, cost } = built(place), [link, text] = marks, head = made("h2"), sum = made("span");
    if (row.matches(".filled")) return;
    picture.append(woven(skillpackHashed(name)));
    link.textContent = name;
    link.href = list.dataset.page.replace("NAME", () => encodeURIComponent(name));
    text.textContent = description;
    if (language) text.lang = language;
    head.append(link);
    line.append(head, ...beside.map((word) => made("small", "", word)));
    meta.append(...flags.map(([text, kind]) => made("span", "flag " + kind, text)));
    row.classList.toggle("bad", flags.some(([, kind]) => kind === "bad"));
    sum.append(made("b", "", written(always + opened)), " " + formed(list, always + opened));
    cost.append(sum, meter([always, opened]));
    row.classList.add("filled");
  };

  // The first are filled at once, the others when they are seen, or soon will be by who scrolls
  const looked = new Set();
  let scrolled = false;
  const watch = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) isIntersecting ? looked.add(target) : looked.delete(target);
    setTimeout(fillLooked, PAUSE);
  }, { rootMargin: "100%" });
  addEventListener("scroll", () => { scrolled = true; setTimeout(fillLooked, PAUSE) }, { once: true });
  const fillLooked = async () => {
    const seen = (row) => row.isConnected && (scrolled || row.getBoundingClientRect().top < innerHeight);
    const due = new Set([...looked].filter(seen).map((row) => fileOf(kept.get(row))));
    if (!due.size) return;
    await Promise.all([...due].map((file) => part("r" + file)));
    filled();
  };
  return {
    built, fileOf, drew: () => kept.size > 0,
    fill: (file, rows) => rows.forEach((row, at) => fill(row, (ends[file - 1] || 0) + at)),
    watch: (ranked) => { for (const [place] of ranked) watch.observe(built(place).row) },
  };
};
