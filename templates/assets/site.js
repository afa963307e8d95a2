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
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && (event.target === query || event.target.closest(".row"))) {
      const links = all(".row:not([hidden]) h2 a");
      const next = links.indexOf(document.activeElement) + step;
      if (links.length) { event.preventDefault(); (next < 0 ? query : links[Math.min(next, links.length - 1)]).focus() }
    }
  });

  // Search as you type: over the rows of the page, or over rows that come as scripts when the skills fill many pages
  const list = one("#list");
  if (!query || !list) return;
  const count = one("#count"), none = one("#none"), more = one("#more"), sort = one("#sort");
  const boxes = all(".facets input");
  const still = [...list.children];
  const paged = list.dataset.search;
  const rows = paged ? [] : still.map((row, order) => {
    const name = one("h2 a", row);
    return {
      row, order, name: name.textContent.toLowerCase(), text: row.textContent.toLowerCase(), marks: [name, one("p", row)],
      facets: new Set(row.dataset.f.split(" ")), cost: +row.dataset.c, updated: row.dataset.u || "", score: 0,
    };
  });

  // How well a row answers: every word must be in it; in the name counts most
  const scored = (row, words) => {
    let score = 0;
    for (const word of words) {
      const at = row.name.indexOf(word);
      if (at < 0 && !row.text.includes(word)) return -1;
      score += at === 0 ? 4 : at > 0 ? 3 : 1;
    }
    return score;
  };
  // One slip of the finger: a word that is nowhere becomes one that is an edit away
  const near = (a, b) => {
    if (Math.abs(a.length - b.length) > 1) return false;
    let i = 0;
    while (i < a.length && a[i] === b[i]) i++;
    const rest = (n, m) => a.slice(i + n) === b.slice(i + m);
    return rest(1, 1) || rest(1, 0) || rest(0, 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && rest(2, 2));
  };
  const corrected = (word) => {
    if (word.length < 4 || rows.some((row) => row.text.includes(word))) return word;
    for (const row of rows) for (const other of row.text.split(/[^\p{L}\p{N}]+/u)) if (near(word, other)) return other;
    return word;
  };
  const highlight = (shown, words) => {
    if (!CSS.highlights) return;
    const ranges = [];
    for (const { marks } of shown) for (const element of marks) {
      const node = element.firstChild, text = node ? node.data.toLowerCase() : "";
      if (!node || text.length !== node.length) continue;
      for (const word of words) for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
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
  const tell = (found, speak) => {
    const form = new Intl.PluralRules(root.lang).select(found);
    count.textContent = (count.dataset[form] || count.dataset.other).replace("{n}", found.toLocaleString(root.lang));
    none.hidden = found > 0;
    if (speak) say(count.textContent);
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
  const built = (data) => {
    const [name, description, below, tags, always, opened, demand, bits] = data;
    const row = made("article", "row"), what = made("div", "what"), head = made("h2"), meta = made("div", "meta");
    const link = made("a", "", name), text = made("p", "", description), cost = made("div", "cost"), sum = made("span");
    link.href = list.dataset.page.replace("NAME", () => encodeURIComponent(name));
    text.dir = "auto";
    head.append(link);
    for (const word of below) meta.append(made("span", "", word));
    for (const tag of tags.slice(0, 3)) meta.append(made("span", "hash", tag));
    what.append(head, text, meta);
    sum.append(made("b", "", (always + opened).toLocaleString(root.lang)), " " + list.dataset.tokens);
    cost.append(sum, meter([always, opened, demand]));
    row.append(sigil(bits), what, cost);
    return { row, marks: [link, text] };
  };
  window.skillpackRows = (lines) => {
    for (const data of lines) rows.push({
      data, order: rows.length, name: data[0].toLowerCase(), score: 0,
      text: [data[0], data[1], ...data[2], ...data[3]].join(" ").toLowerCase(),
    });
  };
  let loading = null;
  const load = () => loading ||= (async () => {
    for (const address of list.dataset.search.split(" ")) {
      await new Promise((done) => {
        const script = made("script");
        script.src = address;
        script.onload = script.onerror = done;
        document.head.append(script);
      });
      if (query.value) searchPages();
    }
  })();

  const wanted = () => query.value.toLowerCase().split(/\s+/).filter(Boolean).map(corrected);
  const remember = (chosen) => {
    const state = new URLSearchParams(query.value ? { q: query.value } : {});
    for (const [name, values] of Object.entries(chosen)) for (const value of values) state.append(name, value);
    if (sort && sort.value !== "name") state.set("sort", sort.value);
    const text = state.toString();
    try { history.replaceState(null, "", text ? "?" + text : location.pathname) } catch { /* file:// in some browsers */ }
  };
  const searchPages = () => {
    const words = wanted();
    const hits = words.length ? rows.filter((row) => (row.score = scored(row, words)) >= 0) : [];
    hits.sort((a, b) => b.score - a.score || a.order - b.order);
    const shown = hits.slice(0, 100).map((row) => built(row.data));
    list.replaceChildren(...(words.length ? shown.map((each) => each.row) : still));
    more.hidden = words.length > 0;
    if (words.length) tell(hits.length, true); else { count.textContent = total; none.hidden = true }
    highlight(shown, words);
    remember({});
  };
  const searchRows = (speak) => {
    const words = wanted(), chosen = {}, shown = [];
    for (const box of boxes) if (box.checked) (chosen[box.name] ||= []).push(box.value);
    for (const row of rows) {
      row.score = scored(row, words);
      const fits = Object.entries(chosen).every(([name, values]) => values.some((value) => row.facets.has(name + ":" + value)));
      row.row.hidden = row.score < 0 || !fits;
      if (!row.row.hidden) shown.push(row);
    }
    rows.sort((a, b) => b.score - a.score || orders[sort.value](a, b));
    list.append(...rows.map((row) => row.row));
    tell(shown.length, speak);
    highlight(shown, words);
    if (speak) remember(chosen);
  };
  const total = count.textContent;
  const search = paged ? () => { load(); searchPages() } : searchRows;

  const state = new URLSearchParams(location.search);
  query.value = state.get("q") || "";
  for (const box of boxes) box.checked = state.getAll(box.name).includes(box.value);
  if (sort && orders[state.get("sort")] && one(`option[value=${state.get("sort")}]`, sort)) sort.value = state.get("sort");
  if (location.search) search(false);

  let timer = 0;
  query.oninput = () => { clearTimeout(timer); timer = setTimeout(search, 40, true) };
  if (paged) query.onfocus = load;
  for (const control of sort ? [...boxes, sort] : boxes) control.onchange = () => search(true);
  query.form.onsubmit = (event) => { event.preventDefault(); search(true) };
})();
