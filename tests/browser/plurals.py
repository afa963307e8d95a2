"""Plural forms as browsers choose them: `Intl.PluralRules` in Node, against the table by which pages are made.

The list of results is counted by a script and all else by us: with one number both must take the same form.
"""

import json
import shutil
import subprocess
import sys

from skillpack.site.plurals import known_languages, plural_rule

_NUMBERS = (*range(201), 999, 1000, 1001, 1011, 1021, 10_000, 12_345, 1_000_000, 1_000_001, 2_000_000)
_SCRIPT = """
const [languages, numbers] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const known = new Set(Intl.PluralRules.supportedLocalesOf(languages).map((each) => each.toLowerCase()));
const rules = (language) => new Intl.PluralRules(language);
const forms = (language) => numbers.map((rule => (n) => rule.select(n))(rules(language)));
const answers = languages.map((language) => [language, known.has(language) ? forms(language) : null]);
console.log(JSON.stringify(answers));
"""


def main() -> int:
    """Print how many languages agree, and every number where one does not; return 1 for any."""
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        print("node is not installed: plural forms cannot be compared (see .ci/run)", file=sys.stderr)
        return 1
    given = json.dumps([known_languages(), _NUMBERS])
    done = subprocess.run([node, "-e", _SCRIPT], input=given, capture_output=True, encoding="utf-8", check=True)
    bad = 0
    for language, forms in json.loads(done.stdout):
        ours = [plural_rule(language)(number) for number in _NUMBERS]
        differing = [row for row in zip(_NUMBERS, ours, forms or [], strict=False) if row[1] != row[2]]
        bad += bool(differing) or forms is None
        for number, mine, theirs in differing[:5]:
            print(f"{language} {number}: pages {mine}, browsers {theirs}")
        if forms is None:
            print(f"{language}: Node does not know it")
    print(f"plural forms of {len(known_languages())} languages, {len(_NUMBERS)} numbers each: {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
