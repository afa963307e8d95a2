/* The ranking of the command line, for browsers: the same words, stems and numbers as skillpack/search (terms.py,
   rank.py), which tests hold to this. It comes with the first query. What it knows of a catalog is a table, and files
   of terms and names, which it asks for as words need them. Characters are code points, as in Python. */
var skillpackSearch = (() => {
  "use strict";
  const K1 = 6, B = 0.75, FINE = 1e9, FINENESS = 28, COMMON = 56;
  const PREFIX = 0.6, BESIDE = 0.3, ONE_EDIT = 0.4, BEGUN = 0.4, SHORTEST_PREFIX = 2, SHORTEST_EDITED = 4, LONGEST_ENDING = 5, KEPT = 2;
  const MOST_TERMS = 50, MOST_WORDS = 32, LONGEST_WORD = 40, SHORTEST_STEM = 3;
  const STOP = new Set((
    "a able about across actually after again against ago all almost along already also always am among an and any" +
    " anybody anyone anything anyway are aren around as at away be because been before behind besides between but by" +
    " came can cannot come comes could couldn did didn do does doesn doing don during each either else enough etc" +
    " even ever every everybody everyone everything few for from get gets getting goes going gone got had hadn has" +
    " hasn have haven having he help her here herself him himself his how however i if in into is isn it its itself" +
    " just keep keeps kept know let lets like ll lot lots made make makes making many may maybe me might more most" +
    " much must mustn my myself need needed needs neither never no nobody none nor not nothing now of off often okay" +
    " on once one ones only onto or other ought our ourselves out over own perhaps please put puts quite rather re" +
    " really said same say says see seem seems shall she should shouldn since so some somebody someone something" +
    " sometimes somewhere soon still such take takes tell than thank thanks that the their them themselves then" +
    " there these they thing things this those though through to together too took toward towards under until up" +
    " upon us use used user users uses using ve very via want wants was wasn way we were weren what whatever when" +
    " whenever where wherever whether which whichever while who whom whose why will with without won would wouldn" +
    " yes yet you your yourself").split(" "));
  const ENDINGS = (
    "izations iz,ization iz,izers iz,izer iz,izing iz,ized iz,izes iz,ize iz,isations iz,isation iz,isers iz,iser iz," +
    "ising iz,ised iz,ises iz,ise iz,lysers lyz,lyser lyz,lysing lyz,lysed lyz,lyses lyz,lysis lyz,lyse lyz," +
    "ations at,ation at,ators at,ator at,ating at,ated at,ates at,ate at,ies y,ied y,ings,ing,edly,ed,ers,er,ments ment," +
    "sses ss,ss ss,us us,is is,shes sh,ches ch,xes x,es,ly,e,s"
  ).split(",").map((line) => [...line.split(" "), ""]);
  const isAscii = (text) => !/[^\0-\x7f]/.test(text);

  // Text without case, as Python's casefold has it, and without marks: capitals first, so that both ways to write a letter meet
  const folded = (text) => [...text.normalize("NFKC")].map((one) => {
    if (one === "ı" || /[\u13a0-\u13f5]/.test(one)) return one;
    if (/[\u13f8-\u13fd\uab70-\uabbf]/.test(one)) return one.toUpperCase();
    return [...one.toLowerCase().toUpperCase()].map((each) => each.toLowerCase()).join("");
  }).join("").normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC");
  const words = (text) => {
    const found = [];
    for (const piece of text.split(/[\0-\/:-@[-\x60{-\x7f]+/)) {
      if (isAscii(piece)) { if (piece.length > 1 && piece.length <= LONGEST_WORD) found.push(piece.toLowerCase()) }
      else for (const word of folded(piece).match(/[\p{L}\p{N}]+/gu) || []) {
        if (!isAscii(word) || (word.length > 1 && word.length <= LONGEST_WORD)) found.push([...word].slice(0, LONGEST_WORD).join(""));
      }
    }
    return found;
  };
  const stem = (word) => {
    if (!/^[a-z]*$/.test(word)) return word;
    for (const [ending, instead] of ENDINGS) {
      if (!word.endsWith(ending) || word.length - ending.length < SHORTEST_STEM) continue;
      const kept = word.slice(0, word.length - ending.length) + instead, last = kept.at(-1);
      const doubled = !instead && kept.length > SHORTEST_STEM && kept.at(-2) === last && !"aeiouls".includes(last);
      return doubled ? kept.slice(0, -1) : kept;
    }
    return word;
  };
  const oneEditApart = (a, b) => {
    let [one, other] = [[...a], [...b]];
    if (one.length > other.length) [one, other] = [other, one];
    if (other.length - one.length > 1 || a === b) return false;
    let at = 0;
    while (at < one.length && one[at] === other[at]) at++;
    const same = (n, m) => one.slice(at + n).join("") === other.slice(at + m).join("");
    if (one.length < other.length) return same(0, 1);
    return same(1, 1) || (one[at] === other[at + 1] && one[at + 1] === other[at] && same(2, 2));
  };

  /* The words of a query that are looked for */
  const wanted = (query) => {
    const all = [...new Set(words(query))], telling = all.filter((word) => !STOP.has(word));
    return (telling.length ? telling : all).slice(0, MOST_WORDS);
  };

  // A character as a number (shards.py)
  const number = (character) => {
    const code = character.codePointAt(0);
    return code - (code > 0xdfff ? 0x824 : code > 92 ? 36 : 35);
  };

  const numbers = (text) => [...text].map(number);
  // Places, of which a text has how many are left out before each
  const places = (text) => { let last = -1; return numbers(text).map((each) => last += 1 + each) };

  // The lengths that there are, by their numbers (lengths.py)
  const LENGTHS = [0];
  for (let last = 0; LENGTHS.length < 256;) LENGTHS.push(last += (last / FINENESS | 0) || 1);

  /* A catalog that can be asked; `load(name)` brings what a file of terms or of names holds, or nothing */
  const open = (table, load) => {
    const names = table.names?.split("\n"), lengths = numbers(table.lengths).map((each) => LENGTHS[each + COMMON & 255]), total = lengths.length;
    const average = lengths.reduce((sum, each) => sum + each, 0) / total || 1;
    const files = [], file = (at) => files[at] ||= read("t" + at);
    // The terms of a file: each with its skills, or the leaf and the place in it that has them
    const read = async (name) => {
      const terms = new Map();
      let leaf = -1, place;
      for (const line of (await load(name) || "").split(" ")) {
        const end = line.indexOf("!");
        if (!end) { leaf++; place = 0 }
        if (end > 0) terms.set(line.slice(0, end), [line.slice(end + 1)]);
        else terms.set(line.slice(end + 1), [, name + "-" + leaf, place++]);
      }
      return terms;
    };
    const where = (term) => table.borders.filter((border) => border <= term).length;

    // The first terms that begin so, of one file after the other
    const starting = async (start, fits = () => true) => {
      const found = [];
      for (let at = where(start); ; at++) {
        for (const each of await file(at)) {
          if (each[0].startsWith(start) && fits(each[0]) && found.push(each) === MOST_TERMS) return found;
        }
        if (at === table.borders.length || !table.borders[at].startsWith(start)) return found;
      }
    };
    const scored = (packed) => {
      const found = packed.split("!").flatMap((group) => places([...group].slice(1)).map((id) => [id, number(group)]));
      const rare = Math.floor(Math.log(1 + (total - found.length + 0.5) / (found.length + 0.5)) * FINE + 0.5) / FINE;
      return found.map(([id, weight]) => [id, rare * (weight * (K1 + 1) / (weight + K1 * (1 - B + B * lengths[id] / average)))]);
    };
    const corrected = new Map(); // word as typed, and the stem that it was taken for
    const meant = async (word) => {
      const own = stem(word), long = [...word].length;
      const [at, longer] = await Promise.all([file(where(own)), long < SHORTEST_PREFIX ? [] : starting(word)]);
      const exact = at.has(own) ? [[own, at.get(own), 1]] : [], share = exact.length ? BESIDE : PREFIX;
      const found = [...exact, ...longer.filter(([term]) => term !== own).map((each) => [...each, share])];
      if (exact.length || long < SHORTEST_EDITED) return found;
      if (!found.length) {
        const near = await starting([...own].slice(0, KEPT).join(""), (term) => oneEditApart(own, term));
        found.push(...near.map((each) => [...each, ONE_EDIT]));
        if (near.length) corrected.set(word, near.map(([term]) => term));
      }
      for (let end = 1; end <= LONGEST_ENDING && long - end >= SHORTEST_EDITED; end++) {
        const begun = [...word].slice(0, -end).join(""), terms = await file(where(begun));
        if (terms.has(begun)) {
          found.push([begun, terms.get(begun), BEGUN]);
          if (!longer.length && !corrected.has(word)) corrected.set(word, [begun]);
          break;
        }
      }
      return found;
    };

    // The terms that a word may stand for: the skills that have each, and its share
    const having = async (word) => Promise.all((await meant(word)).map(async ([, [packed, leaf, place], share]) => [packed || (await load(leaf) || "").split(" ")[place] || "", share]));
    /* Places of skills and what they score, best first */
    const rank = async (query) => {
      const scores = new Map(), name = words(query).join("-"), called = names ? names.indexOf(name) : skillpackPlace(name, table.named, load);
      for (const terms of await Promise.all(wanted(query).map(having))) {
        const best = new Map();
        for (const [packed, share] of terms) for (const [id, score] of scored(packed)) best.set(id, Math.max(best.get(id) || 0, share * score));
        for (const [id, score] of best) scores.set(id, (scores.get(id) || 0) + score);
      }
      const first = await called;
      return [...scores].sort((a, b) => (b[0] === first) - (a[0] === first) || b[1] - a[1] || a[0] - b[0]);
    };
    return { names, rank, corrected };
  };

  /* The stems of a query that a text does not say */
  const lacking = (query, text) => {
    const said = new Set(words(text).map(stem));
    return wanted(query).map(stem).filter((each) => !said.has(each));
  };
  /* Of some lines the one that says most of the stems, of equals the one nearest to a hundred characters */
  const reason = (lines, stems) => {
    let best = "", most = 0;
    for (const line of lines) {
      const said = new Set(words(line).map(stem)), many = stems.filter((each) => said.has(each)).length;
      if (many > most || (many && many === most && Math.abs(line.length - 100) < Math.abs(best.length - 100))) [best, most] = [line, many];
    }
    return best;
  };
  return { open, numbers, places, wanted, words, stem, lacking, reason };
})();
