/* Added to pages by `skillpack serve` only: reloads on change, and shows what the last build found. */
(() => {
  "use strict";
  let known = null;
  const events = new EventSource("/__skillpack/events");
  events.onmessage = (event) => {
    if (known === null) known = event.data;
    else if (known !== event.data) location.reload();
  };
  const line = (text, parent) => {
    const item = document.createElement("li");
    item.textContent = text;
    parent.append(item);
  };
  fetch("/__skillpack/state.json").then((answer) => answer.json()).then((state) => {
    if (!state.error && !state.findings.length) return;
    const box = document.createElement("details");
    box.className = "preview";
    box.open = Boolean(state.error);
    const title = document.createElement("summary");
    const count = state.findings.length;
    title.textContent = state.error ? "The last build failed" : count + (count === 1 ? " finding" : " findings");
    const list = document.createElement("ul");
    for (const text of state.error ? [state.error] : state.findings) line(text, list);
    box.append(title, list);
    document.body.append(box);
  });
})();
