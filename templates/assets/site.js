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
    for (const span of all("[data-base]")) {
      span.textContent = new URL(span.dataset.base, location.href).href.replace(/\/$/, "");
      delete span.dataset.base;
    }
    for (const note of all("[data-unbased]")) note.hidden = true;
  }

  // Copy
  const copyButton = (what, text, told = "copied") => {
    const button = document.createElement("button");
    const label = (words) => { button.textContent = words };
    button.type = "button";
    button.className = "copy";
    button.setAttribute("aria-label", root.dataset.copy + (what ? " " + what : ""));
    label(root.dataset.copy);
    button.onclick = async () => {
      try {
        if (told === "copied") await navigator.clipboard.writeText(await text());
        label(root.dataset[told]);
        say(root.dataset[told]);
      } catch { label("–") }
      setTimeout(label, 1600, root.dataset.copy);
    };
    return button;
  };
  for (const figure of all("figure.code")) {
    const text = () => {
      const copy = one("pre", figure).cloneNode(true);
      for (const note of all(".at", copy)) note.remove();
      return copy.textContent.replace(/\n$/, "");
    };
    (one("figcaption", figure) || figure).append(copyButton(figure.dataset.what || "", text, one("[data-base]", figure) ? "fill" : "copied"));
  }
  const markdown = one("#markdown");
  if (markdown && location.protocol !== "file:") {
    markdown.after(copyButton("Markdown", async () => (await fetch(markdown.href)).text()));
  }

  // The client that was chosen last is chosen on the next page
  for (const client of all(".get input")) {
    if (client.value === store.get("install")) client.checked = true;
    client.onchange = () => store.set("install", client.value);
  }

  // One of several texts at a time
  for (const select of all(".pick select")) {
    const texts = all("figure", select.closest(".pick"));
    select.onchange = () => texts.forEach((text, place) => { text.hidden = place !== select.selectedIndex });
    select.onchange();
  }

  // `#L12-L20` marks lines; Shift and a number make such an address of the one that is there
  const lines = one(".lines pre"), source = one("[name=view][value=source]");
  if (lines) {
    const ends = () => (/^#L(\d+)(?:-L(\d+))?$/.exec(location.hash) || []).slice(1).filter(Boolean).map(Number);
    const mark = () => {
      for (const line of all(".lit", lines)) line.classList.remove("lit");
      const [first, last] = ends();
      if (first && source && !source.checked) { source.checked = true; document.getElementById("L" + first)?.scrollIntoView() }
      if (!last) return;
      for (let n = first, line; n <= last && (line = document.getElementById("L" + n)); n++) line.classList.add("lit");
      const top = one(".lit", lines);
      if (top) top.scrollIntoView();
    };
    lines.onclick = (event) => {
      const from = ends()[0], to = event.shiftKey && event.target.hash && +event.target.id.slice(1);
      if (!from || !to || from === to) return;
      event.preventDefault();
      location.hash = `#L${Math.min(from, to)}-L${Math.max(from, to)}`;
    };
    addEventListener("hashchange", mark);
    mark();
  }

  // Where the reader is
  for (const bar of all(".toc, .secbar")) {
    const entries = new Map(all("a:not(.go)", bar).map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
    if (!("IntersectionObserver" in window)) break;
    const seen = new IntersectionObserver((changes) => {
      for (const change of changes) if (change.isIntersecting) {
        for (const [id, a] of entries) a.classList.toggle("on", id === change.target.id);
      }
    }, { rootMargin: "-10% 0px -75% 0px" });
    for (const id of entries.keys()) { const heading = document.getElementById(id); if (heading) seen.observe(heading) }
  }

  // Rows one below the other in a line each, if the reader likes that better
  const dense = one("#dense");
  const pack = (on) => {
    root.toggleAttribute("data-dense", on);
    if (dense) dense.setAttribute("aria-pressed", on);
    store.set("dense", on ? "on" : "off");
  };
  if (dense) {
    pack(store.get("dense") === "on");
    dense.onclick = () => pack(!root.hasAttribute("data-dense"));
  }

  // Keys that need no other key beside them can be switched off (WCAG 2.1.4); arrows go along the results
  const query = one("#q"), help = one("#help"), keys = one("#keys");
  if (keys) {
    keys.checked = store.get("keys") !== "off";
    keys.onchange = () => store.set("keys", keys.checked ? "on" : "off");
  }
  const alone = {
    "/": () => { query.focus(); query.select() },
    "?": () => help.togglePopover(),
    d: () => dense.click(),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
    const there = { "/": query, "?": help && help.togglePopover, d: dense }[event.key];
    if (there && !typing && keys && keys.checked) { event.preventDefault(); alone[event.key]() }
    if (!query) return;
    if (event.key === "Escape" && event.target === query && query.value) { query.value = ""; query.dispatchEvent(new Event("input")) }
    if (event.key === "Escape" && event.target.closest(".row")) query.focus();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && (event.target === query || event.target.closest(".row"))) {
      const links = all(".row:not([hidden]) h2 a").filter((link) => link.checkVisibility());
      const next = links.indexOf(document.activeElement) + step;
      if (links.length) { event.preventDefault(); (next < 0 ? query : links[Math.min(next, links.length - 1)]).focus() }
    }
  });

  // Search as you type: the rows of the page are filtered at once; the ranking comes with the first query
  const list = one("#list");
  if (!query || !list) return;
  const MOST = 100, TELLING = 0.25, REQUESTS = 8, REASONS = 5; // results; of the best score; of a first query; results that say why
  const count = one("#count"), none = one("#none"), meant = one("#meant"), more = one("#more"), sort = one("#sort");
  const facets = one("form.facets"), open = one(".open");
  const boxes = all("input", facets || list).map((box) => ({ box, facet: box.name + ":" + box.value, told: one(".n", box.parentNode) }));
  const best = sort && sort.options[0];
  let wish = ""; // the order that was asked for; empty for the usual one
  const paged = list.dataset.page;
  const rows = all(".row", list).map((row, order) => {
    const link = one("h2 a", row);
    return {
      row, order, name: link.textContent, text: row.textContent.toLowerCase(), marks: [link, one("p", row)],
      facets: new Set((row.dataset.f || "").split(" ")), lacks: [], cost: +row.dataset.c, updated: row.dataset.u || "", score: 0,
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
  // Why a skill is found that says a word in its instructions alone: the line, from a file of its own
  const texts = new Map();
  window.skillpackText = (name, lines) => texts.set(name, lines);
  const explain = async (mine) => {
    for (const { marks } of shown.slice(0, REASONS)) {
      if (marks[2] || !marks[0].textContent) continue; // told already, or its row is not there yet
      const [link, text] = marks, lacks = skillpackSearch.lacking(query.value, link.textContent + " " + text.textContent);
      if (!lacks.length) continue;
      await script(link.href.replace(/[^/]*$/, "text.js"));
      if (mine !== asked) return;
      const line = skillpackSearch.reason(texts.get(link.textContent) || [], lacks), why = document.createElement("p");
      if (!line || marks[2]) continue;
      why.className = "small why";
      why.dir = "auto";
      const at = Math.min(...lacks.map((stem) => line.toLowerCase().indexOf(stem)).filter((place) => place >= 0));
      why.textContent = at > 50 && at < Infinity ? "… " + line.slice(line.lastIndexOf(" ", at - 24) + 1) : line;
      text.after(why);
      marks[2] = why;
    }
    highlight();
  };
  // Which word was taken for which, as far as one of the first results spells it
  const correct = (corrected) => {
    if (!meant) return; // a theme's own page
    const said = shown.slice(0, REASONS).flatMap(({ marks }) => skillpackSearch.words(marks.map((each) => each.textContent).join(" ")));
    meant.replaceChildren(...skillpackSearch.wanted(query.value).filter((word) => corrected.has(word)).map((word) => {
      const line = document.createElement("span"), spelled = said.find((each) => corrected.get(word).includes(skillpackSearch.stem(each)));
      line.textContent = meant.dataset.text.replace("{word}", () => word).replace("{meant}", () => spelled || corrected.get(word)[0]);
      return line;
    }));
    meant.hidden = !meant.firstChild;
  };
  const orders = {
    best: (a, b) => b.score - a.score || a.order - b.order,
    name: (a, b) => a.order - b.order,
    new: (a, b) => b.updated.localeCompare(a.updated) || a.order - b.order,
    cost: (a, b) => a.cost - b.cost || a.order - b.order,
  };
  // Numbers and plural forms as the pages have them: the texts of each form are attributes
  const written = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, () => list.dataset.thousands);
  const formed = (element, number) => number === 1 && element.dataset.one || element.dataset.other;
  const tell = (found, waiting) => {
    count.textContent = formed(count, found).replace("{n}", () => written(found));
    none.hidden = found > 0 || waiting;
  };

  // What comes as scripts, for pages opened from a disk know no fetch; each is asked for once
  const scripts = new Map();
  const script = (address) => {
    if (!scripts.has(address)) {
      scripts.set(address, new Promise((done) => {
        const element = document.createElement("script");
        element.src = address;
        element.onload = element.onerror = done;
        document.head.append(element);
      }));
    }
    return scripts.get(address);
  };
  const part = (name) => script(list.dataset.search + name + ".js");
  const parts = new Map();
  let table = null, draw = null;
  window.skillpackTable = (given) => { table = given };
  window.skillpackTerms = (name, text) => parts.set(name, text);
  window.skillpackNames = (name, ...told) => parts.set(name, told);
  window.skillpackRows = (number, lines) => draw.fill(number, lines);
  let opened = null;
  const index = () => opened ||= (async () => {
    if (!list.dataset.search) return null;
    await Promise.all([script(list.dataset.rank), part("table"), paged && script(list.dataset.rows), list.dataset.guides && script(list.dataset.guides)]);
    if (paged && window.skillpackDraw && table) draw = skillpackDraw(list, table.runs, { part, written, formed, filled: () => explain(asked) });
    return table && (!paged || draw) && window.skillpackSearch && skillpackSearch.open(table, async (name) => {
      await part(name);
      return parts.get(name);
    });
  })();

  // The address says what is shown. Typing changes it in place, a filter or an order is a step that "back" undoes
  const natural = () => typed().length ? "best" : "name";
  const remember = (step) => {
    const state = new URLSearchParams(query.value ? { q: query.value } : {});
    for (const { box } of boxes) if (box.checked) state.append(box.name, box.value);
    if (wish && wish !== natural()) state.set("sort", wish);
    const text = state.toString();
    if (text === location.search.slice(1)) return;
    try { history[step ? "pushState" : "replaceState"](null, "", text ? "?" + text : location.pathname) } catch { /* file:// in some browsers */ }
  };
  const recall = () => {
    const state = new URLSearchParams(location.search), order = state.get("sort");
    query.value = state.get("q") || "";
    for (const { box } of boxes) box.checked = state.getAll(box.name).includes(box.value);
    wish = sort && [...sort.options].some((option) => option.value === order) ? order : "";
  };
  // How many rows would be left: each choice is counted with all that is chosen in the other filters
  const recount = () => {
    const counts = new Map();
    for (const { score, lacks, facets } of rows) {
      if (score < 0 || lacks.length > 1) continue;
      for (const facet of facets) if (!lacks.length || facet.startsWith(lacks[0] + ":")) counts.set(facet, (counts.get(facet) || 0) + 1);
    }
    for (const { facet, told } of boxes) told.textContent = written(counts.get(facet) || 0);
    if (open) open.dataset.n = boxes.filter(({ box }) => box.checked).length || "";
  };
  const total = count.textContent, unfold = one("#unfold");
  const folds = (on) => { if (unfold) { unfold.hidden = !on; list.classList.toggle("folded", on) } };
  let whole = false; // all rows were asked for
  if (unfold) unfold.onclick = () => { whole = true; folds(false); one(".row:nth-child(21) h2 a", list).focus() };
  /* Show what is found: by the page's own rows, and by the ranking where it is there: pairs of a name, or a place where
     the list has many pages, and score */
  const show = (ranked, waiting) => {
    const words = typed(), chosen = {};
    for (const why of all(".why", list)) why.remove();
    for (const { marks } of shown) marks.length = 2;
    if (meant) meant.hidden = true;
    const held = list.contains(document.activeElement) && document.activeElement; // what moves loses the focus
    const rank = new Map(ranked);
    for (const { box, facet } of boxes) if (box.checked) (chosen[box.name] ||= []).push(facet);
    for (const row of rows) {
      row.score = rank.has(row.name) ? 1000 + rank.get(row.name) : scored(row, words);
      row.lacks = Object.keys(chosen).filter((name) => !chosen[name].some((facet) => row.facets.has(facet)));
      row.row.hidden = row.score < 0 || row.lacks.length > 0;
    }
    shown = rows.filter((row) => !row.row.hidden);
    const listed = paged && ranked && ranked.length;
    list.classList.toggle("ranked", !!listed);
    if (listed) {
      shown = ranked.map(([place]) => draw.built(place));
      list.replaceChildren(...shown.map((each) => each.row));
    } else if (paged) list.replaceChildren(...still);
    else {
      if (words.length) sort.prepend(best); else best.remove();
      sort.value = wish && (words.length || wish !== "best") ? wish : natural();
      rows.sort(orders[sort.value]);
      list.append(...rows.map((row) => row.row));
    }
    if (held && held !== document.activeElement) (held.isConnected && held.checkVisibility() ? held : query).focus();
    list.classList.toggle("asked", words.length > 0);
    folds(!whole && !words.length && !wish && shown.length === rows.length);
    list.classList.toggle("tall", words.length > 0 && (waiting || shown.length > 0));
    if (paged) more.hidden = words.length > 0;
    if (!words.length && rows.length && shown.length === rows.length) { count.textContent = total; none.hidden = true } else tell(shown.length, waiting);
    recount();
    highlight();
  };
  let asked = 0;
  const search = async (speak) => {
    const mine = ++asked, text = query.value;
    const asks = !!text.trim() && !!list.dataset.search;
    if (!asks || !list.matches(".ranked")) show(null, asks);
    const found = asks ? await index() : null;
    const ranked = found ? await found.rank(text) : [];
    if (mine !== asked) return;
    if (window.skillpackGuides) skillpackGuides(text);
    if (asks && !ranked.length) show();
    else if (asks) {
      const telling = ranked.filter(([, score]) => score >= TELLING * ranked[0][1]).slice(0, MOST);
      if (paged) {
        const most = Math.max(REQUESTS - scripts.size, draw.drew() ? REASONS : 1), files = new Set();
        for (const [place] of telling) if (files.size < most) files.add(draw.fileOf(place));
        await Promise.all([...files].map((file) => part("r" + file)));
        if (mine !== asked) return;
      }
      show(paged ? telling : telling.map(([place, score]) => [found.names[place], score]));
      if (paged) draw.watch(telling);
      explain(mine);
      correct(found.corrected);
    }
    if (speak) say(count.textContent);
  };

  const asks = (step) => { remember(step); search(true) };
  let timer = 0;
  query.oninput = () => { clearTimeout(timer); timer = setTimeout(asks, 40) };
  for (const { box } of boxes) box.onchange = () => asks(true);
  if (sort) sort.onchange = () => { wish = sort.value === natural() ? "" : sort.value; asks(true) };
  if (facets) facets.onreset = () => setTimeout(asks, 0, true);
  addEventListener("popstate", () => { clearTimeout(timer); recall(); search(true) });
  recall();
  if (best) best.remove();
  if (location.search) search(false);
  query.form.onsubmit = async (event) => {
    event.preventDefault();
    clearTimeout(timer);
    remember();
    await search(true);
    const first = one(".row:not([hidden]) h2 a", list);
    if (first && query.value.trim()) first.focus();
  };
})();
