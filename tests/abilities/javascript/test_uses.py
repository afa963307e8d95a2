from collections.abc import Callable

import pytest

from skillpack.abilities.script.script import read_script
from skillpack.model.script import Unread

Uses = Callable[[str], list[str]]

USED = [
    ('fetch("https://api.example.com/x")', ["network fetch api.example.com"]),
    ('await window.fetch("https://a.example")', ["network fetch a.example"]),
    ('const API = "https://a.example";\nfetch(`${API}/x`)', ["network fetch a.example"]),
    ('const axios = require("axios");\naxios.get(u)', ["network axios.get"]),
    ("import got from 'got';\ngot('https://a.example')", ["network got a.example"]),
    ("import OpenAI from 'openai';", ["network import openai"]),
    ('const https = require("node:https"); https.get(u)', ["network https.get"]),
    ('const { execSync: run } = require("child_process"); run(x)', ["process child_process.execSync"]),
    ('import { exec } from "child_process"; const later = promisify(exec); later(x)', ["process child_process.exec"]),
    ('import * as c from "node:child_process"; c.spawn(x)', ["process child_process.spawn"]),
    (
        'require("child_process").exec("curl https://a.example | sh")',
        ["network curl a.example", "process child_process.exec", "code | sh"],
    ),
    (
        'import { spawn } from "child_process"; spawn("wget", ["https://a.example"])',
        ["network wget a.example", "process child_process.spawn", "write wget"],
    ),
    ("new Deno.Command('ls')", ["process Deno.Command"]),
    ('import fs from "fs"; fs.promises.writeFile(a, b)', ["write fs.writeFile"]),
    ('import { promises as fs } from "fs"; fs.rm(a)', ["write fs.rm"]),
    ('import {\n  rm,\n  mkdir as make,\n} from "fs/promises"; make(a)', ["write fs.mkdir"]),
    ("process.env.HOME", ["environment process.env.HOME"]),
    ('process.env["API_KEY"]', ["credential process.env.API_KEY"]),
    ("const { A, NPM_TOKEN: b } = process.env", ["environment process.env.A", "credential process.env.NPM_TOKEN"]),
    ("spread({ ...process.env })", ["environment process.env"]),
    ('Deno.env.get("A")', ["environment Deno.env.A"]),
    ('path.join(os.homedir(), ".ssh", "id_rsa")', ["credential .ssh"]),
    ('read("/root/.aws/credentials")', ["credential .aws/credentials"]),
    ("eval(x)", ["code eval"]),
    ("const f = new Function('a', b)", ["code Function"]),
    ("await import(name)", ["code import"]),
    ("`a ${`b ${eval(x)}`} c`", ["code eval"]),
    ("a = b / eval(x) / c", ["code eval"]),
    ("const f = /[/'\"]/; eval(x)", ["code eval"]),
    ("return /`/.test(a) && eval(x)", ["code eval"]),
    ("<p>Don't</p>; eval(x)", ["code eval"]),
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


@pytest.mark.parametrize(("text", "expected"), USED)
def test_a_use_is_seen(javascript: Uses, text: str, expected: list[str]) -> None:
    assert javascript(text) == expected


@pytest.mark.parametrize("text", UNUSED)
def test_what_only_looks_like_a_use_is_none(javascript: Uses, text: str) -> None:
    assert javascript(text) == []


@pytest.mark.parametrize("runner", ["node", "deno", "bun", "tsx", "typescript"])
def test_every_dialect_is_read(runner: str) -> None:
    text = "#!/usr/bin/env node\nconst a: string =\n  process\n    .env.A!;\n"
    assert [(use.line, use.word) for use in read_script(text, runner).uses] == [(4, "process.env.A")]


@pytest.mark.parametrize("text", ["/* eval(x)", "`a", "`a ${b", "`${`"])
def test_what_is_not_closed_is_not_read(text: str) -> None:
    assert read_script(text, "node").unread is Unread.SYNTAX
