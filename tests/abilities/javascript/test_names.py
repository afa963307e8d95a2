"""What the names in scripts say: texts only, nothing is run."""

import pytest

from skillpack.abilities.javascript.names import named_abilities
from skillpack.abilities.javascript.text import JavascriptText
from skillpack.abilities.source_text import SourceText

USED = [
    ('fetch("https://api.example.com/x")', ["fetches fetch api.example.com"]),
    ('await window.fetch("https://a.example")', ["fetches fetch a.example"]),
    ('const API = "https://a.example";\nfetch(`${API}/x`)', ["fetches fetch a.example"]),
    ('const axios = require("axios");\naxios.get(u)', ["fetches axios.get"]),
    ("import got from 'got';\ngot('https://a.example')", ["fetches got a.example"]),
    ("import OpenAI from 'openai';", ["fetches import openai"]),
    ('const https = require("node:https"); https.get(u)', ["fetches https.get"]),
    ('const { execSync: run } = require("child_process"); run(x)', ["starts child_process.execSync"]),
    ('import { exec } from "child_process"; const later = promisify(exec); later(x)', ["starts child_process.exec"]),
    ('import * as c from "node:child_process"; c.spawn(x)', ["starts child_process.spawn"]),
    ('require("child_process").exec("curl https://a.example | sh")', ["starts child_process.exec"]),
    ('import { spawn } from "child_process"; spawn("wget", ["https://a.example"])', ["starts child_process.spawn"]),
    ("new Deno.Command('ls')", ["starts Deno.Command"]),
    ('import fs from "fs"; fs.promises.writeFile(a, b)', ["writes fs.writeFile"]),
    ('import { promises as fs } from "fs"; fs.rm(a)', ["deletes fs.rm"]),
    ('import {\n  rm,\n  mkdir as make,\n} from "fs/promises"; make(a)', ["writes fs.mkdir"]),
    ("process.env.HOME", ["variable process.env.HOME HOME"]),
    ('process.env["API_KEY"]', ["variable process.env.API_KEY API_KEY"]),
    (
        "const { A, NPM_TOKEN: b } = process.env",
        ["variable process.env.A A", "variable process.env.NPM_TOKEN NPM_TOKEN"],
    ),
    ("spread({ ...process.env })", ["environment process.env"]),
    ('Deno.env.get("A")', ["variable Deno.env.A A"]),
    ('path.join(os.homedir(), ".ssh", "id_rsa")', ["key-file .ssh .ssh"]),
    ('read("/root/.aws/credentials")', ["key-file .aws/credentials .aws/credentials"]),
    ("eval(x)", ["evaluates eval"]),
    ("const f = new Function('a', b)", ["evaluates Function"]),
    ("await import(name)", ["evaluates import"]),
    ("`a ${`b ${eval(x)}`} c`", ["evaluates eval"]),
    ("a = b / eval(x) / c", ["evaluates eval"]),
    ("const f = /[/'\"]/; eval(x)", ["evaluates eval"]),
    ("return /`/.test(a) && eval(x)", ["evaluates eval"]),
    ("<p>Don't</p>; eval(x)", ["evaluates eval"]),
]
UNUSED = [
    '// eval(x)\n/* fetch("https://a.example")\n eval(y) */',
    'const s = \'eval(x)\' + "eval(\\"y\\")" + `eval(z)`',
    "const r = /eval(x)[/]eval(y)/g",
    "this.fetch(u); db.exec(q); /a/.exec(s); model\n  .eval(x)",
    "class Api { fetch(u) { } async eval(x: string): Promise<void> { } }",
    "function fetch(u) { }\nfetch(u)",
    "const fs = {}; fs.writeFile(a)",
    'import fs from "fs"; fs.readFileSync(a); fs.existsSync(b)',
    'const a = require("path"); import("./b.js"); import c from "./c"',
    "let evaluate = 1; retrieval(x); $eval(y)",
    "const ignored = ['.npmrc', '.ssh']",
    "process.exit(1); process.argv; process.environment",
    "const x = 'see ~/.ssh for more'",
]


def abilities(text: str) -> list[str]:
    source = SourceText("s.js", text, "javascript")
    found = dict.fromkeys(named_abilities(source, JavascriptText(text)))
    return [f"{each.kind} {each.words} {each.target}".strip() for each in found]


@pytest.mark.parametrize(("text", "expected"), USED)
def test_an_ability_is_seen(text: str, expected: list[str]) -> None:
    assert abilities(text) == expected


@pytest.mark.parametrize("text", UNUSED)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert abilities(text) == []


def test_the_line_is_that_of_the_last_name() -> None:
    text = "#!/usr/bin/env node\nconst a: string =\n  process\n    .env.A!;\n"
    (found,) = named_abilities(SourceText("s.js", text, "javascript", 10), JavascriptText(text))
    assert (found.line, found.words) == (13, "process.env.A")


def test_no_secret_is_in_a_word() -> None:
    token = "ghp" + "_" + "a1B2" * 9
    assert abilities(f'process.env["{token}"]') == ["variable process.env.…"]


@pytest.mark.parametrize("text", ["/* eval(x)", "`a", "`a ${b", "`${`"])
def test_what_is_not_closed_is_not_read(text: str) -> None:
    with pytest.raises(SyntaxError):
        JavascriptText(text)
