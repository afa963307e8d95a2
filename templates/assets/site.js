/* Classic and deferred, so that it also runs from file://. It builds no HTML from data: text goes through textContent. */
(() => {
  "use strict";
  const one = (query, from = document) => from.querySelector(query);
  const all = (query, from = document) => [...from.querySelectorAll(query)];
  const root = document.documentElement;
  const say = (text) => { const live = one("#live"); if (live) live.textContent = text };
  const store = {
    get: (key) => { try { return localStorage.getItem("skillpack-" + key) } catch { return null } },
    set: (key, value) => { try { localStorage.setItem("skillpack-" + key, value) } catch { /* a private window forgets */ } },
  };

  // Light and dark
  const toggle = one("#theme");
  if (toggle) toggle.onclick = () => {
    const now = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    store.set("theme", root.dataset.theme);
  };

  // Where the catalog does not know its address, the browser does
  if (/^http/.test(location.protocol)) {
    for (const span of all("[data-base]")) span.textContent = new URL(span.dataset.base, location.href).href.replace(/\/$/, "");
    for (const note of all("[data-unbased]")) note.hidden = true;
  }

  // Copy
  const copyButton = (what, text) => {
    const button = document.createElement("button");
    const label = (words) => { button.textContent = words };
    button.type = "button";
    button.className = "copy";
    button.setAttribute("aria-label", root.dataset.copy + (what ? " " + what : ""));
    label(root.dataset.copy);
    button.onclick = async () => {
      try {
        await navigator.clipboard.writeText(await text());
        label(root.dataset.copied);
        say(root.dataset.copied);
      } catch { label("–") }
      setTimeout(label, 1600, root.dataset.copy);
    };
    return button;
  };
  for (const figure of all("figure.code")) {
    const text = () => one("pre", figure).textContent.replace(/\n$/, "");
    (one("figcaption", figure) || figure).append(copyButton(figure.dataset.what || "", text));
  }
  const markdown = one("#markdown");
  if (markdown && location.protocol !== "file:") {
    markdown.after(copyButton("Markdown", async () => (await fetch(markdown.href)).text()));
  }

  // The way to install that was opened last is open on the next page
  const ways = all(".install details");
  const usual = ways.find((way) => way.dataset.key === store.get("install"));
  if (usual) usual.open = true;
  for (const way of ways) way.addEventListener("toggle", () => { if (way.open) store.set("install", way.dataset.key) });

  // Where the reader is
  const entries = new Map(all(".toc a").map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
  if (entries.size && "IntersectionObserver" in window) {
    const seen = new IntersectionObserver((changes) => {
      for (const change of changes) if (change.isIntersecting) {
        for (const [id, a] of entries) a.classList.toggle("on", id === change.target.id);
      }
    }, { rootMargin: "-10% 0px -75% 0px" });
    for (const id of entries.keys()) { const heading = document.getElementById(id); if (heading) seen.observe(heading) }
  }

  // Keys: "/" to the search field, which can be switched off, and arrows along the results
  const query = one("#q");
  const keys = one("#keys");
  const set = (on) => { keys.setAttribute("aria-pressed", on); store.set("keys", on ? "on" : "off") };
  if (keys) {
    set(store.get("keys") !== "off");
    keys.onclick = () => set(store.get("keys") === "off");
  }
  addEventListener("keydown", (event) => {
    if (!query || event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && store.get("keys") !== "off") { event.preventDefault(); query.focus(); query.select() }
    if (event.key === "Escape" && event.target === query) { query.value = ""; query.dispatchEvent(new Event("input")) }
    if (event.key === "Escape" && event.target.closest(".row")) query.focus();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && (event.target === query || event.target.closest(".row"))) {
      const links = all(".row:not([hidden]) h2 a");
      const next = links.indexOf(document.activeElement) + step;
      if (links.length) { event.preventDefault(); (next < 0 ? query : links[Math.min(next, links.length - 1)]).focus() }
    }
  });

  // Search as you type: the rows of the page are filtered at once; the ranking comes with the first query
  const list = one("#list");
  if (!query || !list) return;
  const MOST = 100, TELLING = 0.25, REQUESTS = 8, PAUSE = 300; // results; of the best score; of a first query; ms
  const count = one("#count"), none = one("#none"), more = one("#more"), sort = one("#sort");
  const boxes = all(".facets input");
  const paged = list.dataset.page;
  const rows = all(".row", list).map((row, order) => {
    const link = one("h2 a", row);
    return {
      row, order, name: link.textContent, text: row.textContent.toLowerCase(), marks: [link, one("p", row)],
      facets: new Set((row.dataset.f || "").split(" ")), cost: +row.dataset.c, updated: row.dataset.u || "", score: 0,
    };
  });
  const still = [...list.children];
  let shown = rows;

  const typed = () => query.value.toLowerCase().split(/\s+/).filter(Boolean);
  // How well a row answers by itself: every word must be in it; in the name counts most
  const scored = (row, words) => {
    const name = row.name.toLowerCase();
    let score = 0;
    for (const word of words) {
      const at = name.indexOf(word);
      if (at < 0 && !row.text.includes(word)) return -1;
      score += at === 0 ? 4 : at > 0 ? 3 : 1;
    }
    return score;
  };
  const highlight = () => {
    if (!CSS.highlights) return;
    const ranges = [];
    const search = window.skillpackSearch, wanted = search ? search.wanted(query.value) : typed();
    const words = new Set(search ? wanted.concat(wanted.map(search.stem)) : wanted);
    for (const { marks } of shown) for (const element of marks) {
      const node = element.firstChild, text = node ? node.data.toLowerCase() : "";
      if (!node || text.length !== node.length) continue;
      for (const word of words) for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        if (at && /[\p{L}\p{N}]/u.test(text[at - 1])) continue;
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  };
  const orders = {
    name: (a, b) => a.order - b.order,
    new: (a, b) => b.updated.localeCompare(a.updated) || a.order - b.order,
    cost: (a, b) => a.cost - b.cost || a.order - b.order,
  };
  const tell = (found, waiting) => {
    const form = new Intl.PluralRules(root.lang).select(found);
    count.textContent = (count.dataset[form] || count.dataset.other).replace("{n}", found.toLocaleString(root.lang));
    none.hidden = found > 0 || waiting;
  };

  // A row built from data, as the templates write it
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
      const width = Math.min(Math.max(tokens / 80, 1.5), 100 - x);
      bar.append(drawn("rect", { class: "i" + (level + 1), x, width, height: 8 }));
      x += width + 0.8;
    });
    return bar;
  };
  const kept = new Map();
  const built = (name) => {
    if (kept.has(name)) return kept.get(name);
    const hash = skillpackSearch.hashed(name), row = made("article", "row waits"), what = made("div", "what"), head = made("h2");
    const link = made("a", "", name), text = made("p"), meta = made("div", "meta"), cost = made("div", "cost");
    link.href = list.dataset.page.replace("NAME", () => encodeURIComponent(name));
    text.dir = "auto";
    head.append(link);
    what.append(head, text, meta);
    row.append(sigil(hash), what, cost);
    const one = { row, marks: [link, text], file: (hash >>> 18) & (table.rows - 1), meta, cost };
    kept.set(name, one);
    return one;
  };
  const fill = ([name, description, below, tags, always, opened, demand]) => {
    const { row, marks, meta, cost } = built(name), sum = made("span");
    if (meta.firstChild) return;
    marks[1].textContent = description;
    for (const word of below) meta.append(made("span", "", word));
    for (const tag of tags.slice(0, 3)) meta.append(made("span", "hash", tag));
    sum.append(made("b", "", (always + opened).toLocaleString(root.lang)), " " + list.dataset.tokens);
    cost.append(sum, meter([always, opened, demand]));
    row.classList.add("filled");
  };

  // What comes as scripts, for pages opened from a disk know no fetch; each is asked for once
  const scripts = new Map();
  const script = (address) => {
    if (!scripts.has(address)) {
      scripts.set(address, new Promise((done) => {
        const element = made("script");
        element.src = address;
        element.onload = element.onerror = done;
        document.head.append(element);
      }));
    }
    return scripts.get(address);
  };
  const part = (name) => script(list.dataset.search + name + ".js");
  const terms = new Map();
  let table = null;
  window.skillpackTable = (given) => { table = given };
  window.skillpackTerms = (number, text) => terms.set(number, text);
  window.skillpackRows = (number, lines) => { for (const line of lines) fill(line) };
  let opened = null;
  const index = () => opened ||= (async () => {
    if (!list.dataset.search) return null;
    await Promise.all([script(list.dataset.rank), part("table")]);
    return table && window.skillpackSearch && skillpackSearch.open(table, async (number) => {
      await part("t" + number);
      return terms.get(number);
    });
  })();

  // Rows of other pages: the first are filled at once, the others when they are seen, or soon will be by who scrolls
  const looked = new Set();
  let scrolled = false;
  const watch = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) isIntersecting ? looked.add(target) : looked.delete(target);
    setTimeout(fillLooked, PAUSE);
  }, { rootMargin: "100%" });
  if (paged) addEventListener("scroll", () => { scrolled = true; setTimeout(fillLooked, PAUSE) }, { once: true });
  const fillLooked = async () => {
    const seen = (row) => row.isConnected && (scrolled || row.getBoundingClientRect().top < innerHeight);
    const due = new Set([...looked].filter(seen).map((row) => built(one("a", row).textContent).file));
    if (!due.size) return;
    await Promise.all([...due].map((file) => part("r" + file)));
    highlight();
  };

  const remember = (chosen) => {
    const state = new URLSearchParams(query.value ? { q: query.value } : {});
    for (const [name, values] of Object.entries(chosen)) for (const value of values) state.append(name, value);
    if (sort && sort.value !== "name") state.set("sort", sort.value);
    const text = state.toString();
    try { history.replaceState(null, "", text ? "?" + text : location.pathname) } catch { /* file:// in some browsers */ }
  };
  const total = count.textContent;
  /* Show what is found: by the page's own rows, and by the ranking where it is there: pairs of name and score */
  const show = (ranked, waiting) => {
    const words = typed(), chosen = {};
    const rank = new Map(ranked);
    for (const box of boxes) if (box.checked) (chosen[box.name] ||= []).push(box.value);
    for (const row of rows) {
      row.score = scored(row, words);
      const fits = Object.entries(chosen).every(([name, values]) => values.some((value) => row.facets.has(name + ":" + value)));
      if (rank.has(row.name)) row.score = 1000 + rank.get(row.name);
      row.row.hidden = row.score < 0 || !fits;
    }
    shown = rows.filter((row) => !row.row.hidden);
    const listed = paged && ranked && ranked.length;
    list.classList.toggle("ranked", !!listed);
    if (listed) {
      shown = ranked.map(([name]) => built(name));
      list.replaceChildren(...shown.map((each) => each.row));
    } else if (paged) list.replaceChildren(...still);
    else {
      rows.sort((a, b) => b.score - a.score || orders[sort.value](a, b));
      list.append(...rows.map((row) => row.row));
    }
    list.classList.toggle("asked", words.length > 0);
    list.classList.toggle("tall", words.length > 0 && (waiting || shown.length > 0));
    if (paged) more.hidden = words.length > 0;
    if (paged && !words.length) { count.textContent = total; none.hidden = true } else tell(shown.length, waiting);
    highlight();
    remember(chosen);
  };
  let asked = 0;
  const search = async (speak) => {
    const mine = ++asked, text = query.value;
    const asks = !!text.trim() && !!list.dataset.search;
    if (!asks || !list.matches(".ranked")) show(null, asks);
    const found = asks ? await index() : null;
    const ranked = found ? await found.rank(text) : [];
    if (mine !== asked) return;
    if (asks && !ranked.length) show();
    else if (asks) {
      const telling = ranked.filter(([, score]) => score >= TELLING * ranked[0][1]).slice(0, MOST);
      const named = telling.map(([place, score]) => [found.names[place], score]);
      if (paged) {
        const files = new Set();
        for (const [name] of named) if (scripts.size + files.size < REQUESTS) files.add(built(name).file);
        await Promise.all([...files].map((file) => part("r" + file)));
        if (mine !== asked) return;
      }
      show(named);
      if (paged) for (const [name] of named) watch.observe(built(name).row);
    }
    if (speak) say(count.textContent);
  };

  const state = new URLSearchParams(location.search);
  query.value = state.get("q") || "";
  for (const box of boxes) box.checked = state.getAll(box.name).includes(box.value);
  if (sort && orders[state.get("sort")] && one(`option[value=${state.get("sort")}]`, sort)) sort.value = state.get("sort");
  if (location.search) search(false);

  let timer = 0;
  query.oninput = () => { clearTimeout(timer); timer = setTimeout(search, 40, true) };
  for (const control of sort ? [...boxes, sort] : boxes) control.onchange = () => search(true);
  query.form.onsubmit = async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    await search(true);
    const first = one(".row:not([hidden]) h2 a", list);
    if (first && query.value.trim()) first.focus();
  };
})();
