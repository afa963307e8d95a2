/* Rows of skills that stand on other pages of the list: drawn from data, as the templates write them. Comes with the first query. */
"use strict";
window.skillpackDraw = (list, files, { part, written, formed, highlight }) => {
  const PAUSE = 300; // ms
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
  const sigil = (bits) => {
    let path = "";
    for (let i = 0; i < 9; i++) path += tile[(bits >> (2 * i)) & 3]((i % 3) * 12, Math.floor(i / 3) * 12);
    return drawn("svg", { class: "sigil", viewBox: "-3 -3 42 42", "aria-hidden": true }, drawn("path", { d: path }));
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
  const kept = new Map();
  const built = (name) => {
    if (kept.has(name)) return kept.get(name);
    const hash = skillpackSearch.hashed(name), row = made("article", "row waits"), what = made("div", "what"), head = made("h2"), line = made("div", "name");
    const link = made("a", "", name), text = made("p"), meta = made("div", "meta"), cost = made("div", "cost");
    link.href = list.dataset.page.replace("NAME", () => encodeURIComponent(name));
    text.dir = "auto";
    head.append(link);
    line.append(head);
    what.append(line, text);
    row.append(sigil(hash), what, meta, cost);
    const one = { row, marks: [link, text], file: (hash >>> 18) & (files - 1), meta, cost };
    kept.set(name, one);
    return one;
  };
  const fill = ([name, description, beside, flags, always, opened, language]) => {
    const { row, marks, meta, cost } = built(name), sum = made("span");
    if (row.matches(".filled")) return;
    marks[1].textContent = description;
    if (language) marks[1].lang = language;
    marks[0].parentNode.after(...beside.map((word) => made("small", "", word)));
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
    const due = new Set([...looked].filter(seen).map((row) => built(row.querySelector("a").textContent).file));
    if (!due.size) return;
    await Promise.all([...due].map((file) => part("r" + file)));
    highlight();
  };
  return { built, fill, watch: (named) => { for (const [name] of named) watch.observe(built(name).row) } };
};
