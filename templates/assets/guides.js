/* The catalog's own pages that answer a query, above the skills: ranked as these are, but among themselves. Comes with
   the first query. */
"use strict";
window.skillpackGuides = (() => {
  const MOST = 4, TELLING = 0.5; // links; of the best score
  const place = document.querySelector("#guides");
  let opened = null, asked = "";
  const index = () => opened ||= new Promise((done) => {
    const element = document.createElement("script");
    window.skillpackPages = (table, terms) => done({ ...table, ...skillpackSearch.open(table, () => terms), base: element.src });
    element.src = place.dataset.index;
    element.onerror = () => done(null);
    document.head.append(element);
  });
  return async (text) => {
    asked = text;
    const pages = text.trim() ? await index() : null, ranked = pages ? await pages.rank(text) : [];
    if (asked !== text) return;
    const telling = ranked.filter(([, score]) => score >= TELLING * ranked[0][1]).slice(0, MOST);
    place.replaceChildren(...telling.map(([id]) => {
      const link = document.createElement("a");
      link.href = new URL("../../" + pages.addresses[id], pages.base).href;
      link.textContent = pages.names[id];
      return link;
    }));
    place.hidden = !telling.length;
  };
})();
