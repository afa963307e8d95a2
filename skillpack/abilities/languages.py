"""In which language a file is written, as far as it may be run: by its name, else by its first line (pure)."""

_ENDINGS = {
    "python": "py pyw",
    "shell": "sh bash zsh ksh dash ash",
    "javascript": "js mjs cjs jsx ts mts cts tsx",
    "powershell": "ps1 psm1 psd1",
    "starlark": "star bzl",
    "applescript": "applescript scpt",
    "awk": "awk",
    "batch": "bat cmd",
    "c": "c cc cpp cxx",
    "csharp": "cs csx",
    "dart": "dart",
    "elixir": "ex exs",
    "fish": "fish",
    "go": "go",
    "java": "java groovy",
    "julia": "jl",
    "kotlin": "kt kts",
    "lua": "lua",
    "perl": "pl pm",
    "php": "php",
    "r": "r",
    "ruby": "rb",
    "rust": "rs",
    "scala": "scala",
    "swift": "swift",
    "tcl": "tcl",
    "vbscript": "vbs vbe wsf",
}
_RUNNERS = {
    "python": "python pypy uv",
    "shell": "sh bash zsh ksh dash ash busybox",
    "javascript": "node nodejs bun deno tsx ts-node",
    "powershell": "pwsh powershell",
    "applescript": "osascript",
    "awk": "awk gawk",
    "elixir": "elixir",
    "fish": "fish",
    "julia": "julia",
    "lua": "lua luajit",
    "perl": "perl",
    "php": "php",
    "r": "Rscript",
    "ruby": "ruby",
    "tcl": "tclsh expect wish",
}
_OF_ENDING = {ending: language for language, endings in _ENDINGS.items() for ending in endings.split()}
_OF_RUNNER = {runner: language for language, runners in _RUNNERS.items() for runner in runners.split()}

_NAMED = {
    "make": "makefile gnumakefile",
    "just": "justfile",
    "dockerfile": "dockerfile containerfile",
    "ruby": "rakefile gemfile vagrantfile",
    "java": "jenkinsfile",
}
"""Files that hold commands and are known by their names alone."""

_OF_NAME = {name: language for language, names in _NAMED.items() for name in names.split()}

READ = frozenset({"python", "shell", "javascript", "powershell", "starlark"})
"""Languages of which something can be said; programs in Starlark reach nothing but what their host gives them."""

_FIRST_LINE = 120  # bytes of it that are read


def language_of(path: str, content: bytes) -> str:
    """Return the language of a file that may be run; empty for prose, data and media, `program` for others."""
    name = path.rpartition("/")[2]
    stem, _, ending = name.rpartition(".")
    known = _OF_ENDING.get(ending.lower(), "") if stem else _OF_NAME.get(name.lower(), "")
    if known or not content.startswith(b"#!"):
        return known
    words = content[2:_FIRST_LINE].partition(b"\n")[0].decode("utf-8", "replace").split()
    programs = [word.rpartition("/")[2] for word in words if not word.startswith("-") and "=" not in word]
    program = next((each for each in programs if each != "env"), "")
    return language_of_program(program) or "program"


def language_of_program(name: str) -> str:
    """Return the language that a program runs; empty for programs that run none."""
    return _OF_RUNNER.get(name.rstrip("0123456789.") or name, "")
