// Six tasks by keyboard alone. What a person would hear is written down: where the focus is, and the tree around it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { job, open, row, withBrowser } from "./open.mjs";

const STATES = ["checked", "pressed", "expanded", "selected", "current", "disabled"];
const MOST_TABS = 200;

/** One line for a node of the accessibility tree. */
const said = ({ role, name, value, ...more }) => [
  role.replace(/(?<=Triangle)Grouped$/, ""), name && JSON.stringify(name.replace(/\s+/g, " ").trim()), value && `= ${JSON.stringify(value)}`,
  ...STATES.filter((state) => more[state] !== undefined).map((state) => `[${state} ${more[state]}]`),
].filter(Boolean).join(" ");

const SILENT = new Set(["none", "generic", "InlineTextBox", "LineBreak", "StaticText", "LabelText", "MenuListPopup", "sectionheader"]);

/** A tree as indented lines: text only where no parent is named by it, and nothing of what only holds others. */
const tree = (node, indent = "    ", named = "") => {
  if (!node) return [`${indent}nothing`];
  const { role, name = "", children = [] } = node;
  const below = (deeper, heard) => children.flatMap((child) => tree(child, deeper, heard));
  if (role === "StaticText") return !name.trim() || named.includes(name.trim()) ? [] : [`${indent}${JSON.stringify(name.trim())}`];
  return SILENT.has(role) ? below(indent, named) : [indent + said(node), ...below(indent + "  ", name)];
};

/** Somebody with a keyboard and a screen reader, and what they hear. */
class Person {
  constructor(page) { this.page = page; this.lines = [] }

  tell(line) { this.lines.push(line) }

  /** What has the focus, as it is announced. */
  async focus() {
    const handle = await this.page.evaluateHandle(() => document.activeElement);
    const node = await this.page.accessibility.snapshot({ root: handle, interestingOnly: false });
    if (node && !["RootWebArea", "generic"].includes(node.role)) return said(node);
    const tag = await this.page.evaluate(() => document.activeElement.localName);
    return tag === "body" ? "the page" : `${tag}, without a role`;
  }

  async hear() {
    this.tell(`    focus: ${await this.focus()}`);
    const live = await this.page.$eval("#live", (element) => element.textContent);
    if (live && live !== this.live) this.tell(`    said: ${JSON.stringify(live)}`);
    this.live = live;
  }

  async press(key, times = 1) {
    this.tell(`press ${key}${times > 1 ? ` ${times} times` : ""}`);
    const [modifier, letter] = key.includes("+") ? key.split("+") : ["", key];
    for (let i = 0; i < times; i++) {
      if (modifier) await this.page.keyboard.down(modifier);
      await this.page.keyboard.press(letter);
      if (modifier) await this.page.keyboard.up(modifier);
    }
    await this.rest();
    await this.hear();
  }

  async type(text) {
    this.tell(`type ${JSON.stringify(text)}`);
    await this.page.$eval("#live", (element) => { element.textContent = "" });
    await this.page.keyboard.type(text);
    await this.page.waitForFunction(() => document.querySelector("#live").textContent, { timeout: 5000 }); // all is found
    await this.hear();
  }

  /** Press Tab until something has the focus; how often is not told, for it changes with every link. */
  async reach(selector) {
    for (let i = 0; i < MOST_TABS; i++) {
      await this.page.keyboard.press("Tab");
      if (await this.page.evaluate((selector) => document.activeElement.matches(selector), selector)) {
        this.tell("press Tab until there");
        return this.hear();
      }
    }
    throw new Error(`no Tab leads to ${selector}`);
  }

  /** Press Enter on a link, and wait for its page. */
  async follow() {
    this.tell("press Enter");
    await Promise.all([this.page.waitForNavigation({ waitUntil: "load" }), this.page.keyboard.press("Enter")]);
    this.tell(`    page: ${await this.page.title()}`);
    this.live = "";
  }

  /** The tree of a part of the page. */
  async show(selector, what) {
    const node = await this.page.$(selector);
    this.tell(`  ${what}:`);
    this.lines.push(...tree(node && await this.page.accessibility.snapshot({ root: node, interestingOnly: false })));
  }

  async rest() { await new Promise((done) => setTimeout(done, 200)) } // the search waits for the next letter

  /** Hold that something is so, and stop the task where it is not. */
  async sure(what, so, ...given) {
    if (!await this.page.evaluate(so, ...given)) throw new Error(`not so: ${what}`);
  }
}

const TASKS = {
  "find a skill by typing": async (person) => {
    await person.press("/");
    await person.type("release notes");
    await person.sure("one row is left", () => document.querySelectorAll("#list .row:not([hidden])").length < 5);
    await person.press("ArrowDown");
    await person.show("#list .row:not([hidden])", "the first result");
    await person.follow();
    await person.sure("the skill's page is open", () => location.pathname.includes("/skills/rich/"));
    await person.show("main header", "its head");
  },
  "filter by a tag": async (person) => {
    await person.reach('.facets input[name="tag"][value="writing"], .facets input[name="tag"]');
    await person.press("Space");
    await person.sure("some rows are hidden", () => document.querySelectorAll("#list .row[hidden]").length > 0);
    await person.sure("the address says it", () => location.search.includes("tag="));
    await person.show(".bar", "above the list");
    await person.reach("#list .row:not([hidden]) h2 a");
    await person.press("Shift+Tab");
  },
  "copy an install line": async (person) => {
    await person.press("/");
    await person.type("release notes");
    await person.press("ArrowDown");
    await person.follow();
    await person.reach(".get.shut summary, .get .shut summary");  // its alarm says stop: the lines are shut
    await person.press("Enter");
    await person.reach(".get input");
    await person.reach(".get .copy");
    await person.press("Enter");
    const copied = await person.page.evaluate(() => navigator.clipboard.readText());
    person.tell(`    on the clipboard: ${JSON.stringify(copied)}`);
    await person.sure("it is what stands there", (copied) =>
      document.querySelector(".get label:has(:checked) + .pane pre").textContent.trim() === copied.trim(), copied);
  },
  "read a file from the skill's page": async (person) => {
    await person.press("/");
    await person.type("release notes");
    await person.press("ArrowDown");
    await person.follow();
    await person.reach(".files a");
    await person.show(".files", "the files");
    await person.reach('.files a[href*="run.py"]');
    await person.follow();
    await person.reach("pre");
    await person.show("main h1", "the heading");
    await person.sure("the text is there", () => document.querySelector("pre").textContent.includes("Run."));
  },
  "compare versions": async (person) => {
    await person.press("/");
    await person.type("release notes");
    await person.press("ArrowDown");
    await person.follow();
    await person.reach('a[href*="versions/2.0.0"]');
    await person.follow();
    await person.show("main h1", "the heading");
    await person.show("main .steps", "what changed first");
    await person.reach('.editions a[href*="1.0.0/"]');
  },
  "leave the search": async (person) => {
    await person.press("/");
    await person.type("release notes");
    await person.press("Escape");
    await person.sure("nothing is typed", () => document.querySelector("#q").value === "" && location.search === "");
    await person.press("Tab");
    await person.sure("the field is left", () => document.activeElement.id !== "q");
    await person.reach("footer .keys");
    await person.press("Enter");
    await person.show("#help", "the shortcuts");
    await person.press("Space");
    await person.press("Escape");
    await person.press("/");
    await person.sure("the key is off", () => document.activeElement.id !== "q");
  },
};

await withBrowser(async (browser) => {
  for (const [name, task] of Object.entries(TASKS)) {
    const { page, seen, close } = await open(browser, job.home);
    await page.browserContext().overridePermissions(new URL(job.home).origin, ["clipboard-read", "clipboard-sanitized-write"]);
    const person = new Person(page);
    person.tell(`${name}\n\nopen the home page`);
    let got = "done";
    try { await task(person) } catch (error) { got = `${error.message.split("\n")[0]} after: ${person.lines.slice(-3).join(" / ")}` }
    if (got === "done" && seen.faults.length) got = seen.faults[0];
    row(`task by keyboard: ${name}`, "done", got);
    writeFileSync(join(job.out, `${name.replace(/[^a-z]+/g, "-")}.txt`), person.lines.join("\n") + "\n");
    await close();
  }
});
