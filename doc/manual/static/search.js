/* The search of the manual: the words of a query, those that mean the same, and their beginnings, in titles, headings and texts. Pages that have
   all words come first, those for users before those for developers; each with the section and the passage that fit best. */
(function () {
  "use strict";
  var GROUPS = [
    [/^doc\/guide\/from-/, "Guide", 1.2], [/^doc\/guide\/(index|developing)/, "Guide", 0.8], [/^doc\/guide\/gallery/, "Gallery", 0.9], [/^doc\/guide\//, "Guide", 1.7],
    [/^doc\/reference\/index/, "Reference", 1], [/^doc\/reference\//, "Reference", 1.3], [/^doc\/formats/, "Files", 1.2], [/^man\//, "Command", 1], [/^samples\//, "Sample", 0.8],
    [/^python\//, "Python", 1], [/^c\//, "C", 0.7], [/^doc\/validation\//, "Validation", 0.7], [/^doc\/theory\/(tried|index)/, "Development", 0.4],
    [/^doc\/theory\//, "Theory", 0.7], [/^doc\/(adr|NEWS)/, "Development", 0.35], [/^(tests|src|models|include|project|doc\/notebooks)/, "Development", 0.35], [/^(README|index)/, "Quire", 1]
  ];
  var MOST = 30, WEIGHT = { title: 6, about: 5, heading: 3, text: 2.4, same: 5 }, OTHER = 0.75, BEGINNING = 0.5;
  var data = window.QUIRE_SEARCH, pages, vocabulary, mean;

  function stem(word) {
    if (word.length < 4 || /[\d_]/.test(word)) { return word; }
    word = word.replace(/'s?$/, "").replace(/ies$/, "y").replace(/(ss|x|ch|sh|z)es$/, "$1").replace(/([^su])s$/, "$1");
    word = word.replace(/i[sz]ations?$/, "iz").replace(/([aeiouy][a-z]*[a-z])(?:ing|ed)$/, "$1").replace(/([bdgmnprt])\1$/, "$1");
    return word.replace(/ion$/, "").replace(/is$/, "iz").replace(/e$/, "").replace(/y$/, "i");
  }
  /* "double-feed" is this word and its parts */
  function tokens(text) {
    var list = [];
    (text.toLowerCase().match(/[\w\u00c0-\u024f\u0370-\u03ff]+(?:[-.'][\w\u00c0-\u024f]+)*/g) || []).forEach(function (word) {
      if (/[-.]/.test(word)) {
        list.push(word);
        word.split(/[-.]/).forEach(function (part) { list.push(stem(part)); });
      } else {
        list.push(stem(word));
      }
    });
    return list;
  }
  function count(into, list) {
    list.forEach(function (word) { into.set(word, (into.get(word) || 0) + 1); });
    return into;
  }
  function prepare() {
    var total = 0;
    vocabulary = new Map();
    pages = data.pages.map(function (row) {
      var group = GROUPS.find(function (g) { return g[0].test(row[0]); }) || [null, "", 0.7];
      var page = { url: row[0], title: row[1], group: group[1], prior: group[2], words: new Map(), size: 0,
        titles: count(new Map(), tokens(row[1])), about: count(new Map(), tokens(row[2])), headings: new Map() };
      page.sections = row[3].map(function (part, i) {
        var words = tokens(part[2]), heading = tokens(part[1]);
        count(page.words, words);
        if (i > 0) { count(page.headings, heading); }
        page.size += words.length;
        return { anchor: part[0], heading: part[1], text: part[2], words: count(new Map(), words), headings: count(new Map(), heading) };
      });
      total += page.size;
      [page.words, page.titles, page.about, page.headings].reduce(function (all, map) {
        map.forEach(function (_n, word) { all.add(word); });
        return all;
      }, new Set()).forEach(function (word) { vocabulary.set(word, (vocabulary.get(word) || 0) + 1); });
      return page;
    });
    mean = total / pages.length;
  }

  /* words of the index for one of a query, with weights */
  function spread(words, weight, into) {
    words.forEach(function (word) {
      into.set(word, Math.max(weight, into.get(word) || 0));
      if (word.length > 3) {
        vocabulary.forEach(function (_n, other) {
          if (other.length > word.length && other.startsWith(word) && !/[-.]/.test(other)) { into.set(other, Math.max(weight * BEGINNING, into.get(other) || 0)); }
        });
      }
    });
    return into;
  }
  function near(word) {
    var best = null, most = word.length > 6 ? 2 : 1, frequency = 0;
    if (word.length < 4) { return null; }
    vocabulary.forEach(function (n, other) {
      if (Math.abs(other.length - word.length) > most || other[0] !== word[0] && other[1] !== word[1]) { return; }
      var before = [], row = [], i, j;
      for (j = 0; j <= other.length; j++) { row[j] = j; }
      for (i = 1; i <= word.length; i++) {
        var last = before;
        before = row;
        row = [i];
        for (j = 1; j <= other.length; j++) {
          row[j] = Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (word[i - 1] === other[j - 1] ? 0 : 1));
          if (i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1]) { row[j] = Math.min(row[j], last[j - 2] + 1); }
        }
      }
      if (row[other.length] < most || (row[other.length] === most && n > frequency)) { most = row[other.length]; best = other; frequency = n; }
    });
    return best;
  }
  /* A query as terms. Phrases of the table are one term; words that say nothing are left out, unless there are no others. */
  function understand(query) {
    var words = query.toLowerCase().match(/[\w\u00c0-\u024f\u0370-\u03ff]+(?:[-.'][\w\u00c0-\u024f]+)*/g) || [], terms = [], corrected = [], i, k;
    function known(text) { return Object.prototype.hasOwnProperty.call(data.words, text) ? data.words[text] : null; }
    var said = words.filter(function (word) { return data.ignored.indexOf(word) < 0; });
    if (said.length === 0) { said = words; }
    words = words.filter(function (word, at) { return said.indexOf(word) >= 0 || known(words.slice(at, at + 2).join(" ")) || known(words.slice(at - 1, at + 1).join(" ")); });
    for (i = 0; i < words.length; i += k) {
      for (k = Math.min(3, words.length - i); k > 1; k--) {
        if (known(words.slice(i, i + k).join(" "))) { break; }
      }
      var own = words.slice(i, i + k), others = known(own.join(" ")) || known(own.join(" ").replace(/s$/, "")) || "";
      var term = { said: own.join(" "), own: [], found: new Map() };
      own.forEach(function (word) { term.own = term.own.concat(/[-.]/.test(word) ? [word] : [stem(word)]); });
      if (k === 1 || !others) {
        spread(term.own, 1, term.found);
      } else {
        term.phrase = term.own;
        term.own.forEach(function (word) { term.found.set(word, 0.3); });
      }
      others.split(" ").filter(Boolean).forEach(function (word) { spread(/[-.]/.test(word) ? [word] : [stem(word)], OTHER, term.found); });
      if (![...term.found.keys()].some(function (word) { return vocabulary.has(word); })) {
        /* parts of a word with hyphens, then a word that is written alike */
        var parts = tokens(own.join(" ")).filter(function (word) { return vocabulary.has(word); }), other = parts.length > 0 ? null : near(term.own[0]);
        spread(parts.length > 0 ? parts : other ? [other] : [], OTHER, term.found);
        if (other) { corrected.push([own.join(" "), other]); }
      }
      terms.push(term);
    }
    terms.forEach(function (term) {
      term.pages = pages.filter(function (page) {
        return [...term.found].some(function (row) { return row[1] >= 0.7 && (page.words.has(row[0]) || page.titles.has(row[0]) || page.headings.has(row[0]) || page.about.has(row[0])); });
      }).length;
      term.weight = Math.log(1 + pages.length / (1 + term.pages));
    });
    return { terms: terms, corrected: corrected };
  }
  function best(map, term) {
    var value = 0;
    term.found.forEach(function (weight, word) { if (weight > value && map.has(word)) { value = weight; } });
    return value;
  }
  function rank(page, terms, query) {
    var score = 0, all = 0, had = 0;
    terms.forEach(function (term) {
      var often = 0;
      term.found.forEach(function (weight, word) { often += weight * (page.words.get(word) || 0); });
      var value = WEIGHT.title * best(page.titles, term) + WEIGHT.about * best(page.about, term) + WEIGHT.heading * best(page.headings, term) +
        WEIGHT.text * often / (often + 1.2 * (0.6 + 0.4 * page.size / mean));
      all += term.weight;
      had += value > 0 ? term.weight : 0;
      score += term.weight * value;
    });
    var same = page.sections.some(function (section) { return section.heading.toLowerCase() === query; });
    score += same ? WEIGHT.same * all : 0;
    return all > 0 ? page.prior * score * Math.pow(had / all, 2) : 0;
  }
  function passage(page, terms, query) {
    var found = null, most = -1;
    page.sections.forEach(function (section, i) {
      var score = i === 0 ? 0.4 : 0;
      terms.forEach(function (term) {
        var often = 0;
        term.found.forEach(function (weight, word) { often += weight * (section.words.get(word) || 0); });
        score += term.weight * (2 * best(section.headings, term) + 2 * often / (often + 1.5));
      });
      score += section.heading.toLowerCase() === query ? 20 : 0;
      if (score > most) { most = score; found = section; }
    });
    return found;
  }
  /* about 200 characters with most of the words, these marked */
  function excerpt(text, terms, box) {
    var hits = [], pattern = /[\w\u00c0-\u024f\u0370-\u03ff]+/g, match;
    while ((match = pattern.exec(text)) !== null) {
      var word = stem(match[0].toLowerCase()), weight = 0, which = -1;
      terms.forEach(function (term, i) { if ((term.found.get(word) || 0) > weight) { weight = term.found.get(word); which = i; } });
      if (which >= 0) { hits.push([match.index, match[0].length, which, weight]); }
    }
    var from = 0, most = 0;
    hits.forEach(function (hit) {
      var seen = {}, sum = 0;
      hits.forEach(function (other) {
        if (other[0] >= hit[0] && other[0] < hit[0] + 170) { sum += other[3] * (seen[other[2]] ? 0.2 : 1); seen[other[2]] = true; }
      });
      if (sum > most) { most = sum; from = hit[0]; }
    });
    var start = Math.max(0, from - 40), end = Math.min(text.length, start + 220);
    if (start > 0) { start = text.indexOf(" ", start) + 1; }
    if (end < text.length) { end = Math.max(text.lastIndexOf(" ", end), start); }
    var at = start;
    box.append(start > 0 ? "\u2026 " : "");
    hits.filter(function (hit) { return hit[0] >= start && hit[0] + hit[1] <= end; }).forEach(function (hit) {
      var mark = document.createElement("mark");
      mark.textContent = text.slice(hit[0], hit[0] + hit[1]);
      box.append(text.slice(at, hit[0]), mark);
      at = hit[0] + hit[1];
    });
    box.append(text.slice(at, end) + (end < text.length ? " \u2026" : ""));
  }

  function find(query) {
    var text = query.trim().toLowerCase(), meant = understand(query);
    var hits = pages.map(function (page) { return [rank(page, meant.terms, text), page]; }).filter(function (hit) { return hit[0] > 0; });
    hits.sort(function (a, b) { return b[0] - a[0]; });
    return { hits: hits.slice(0, MOST), count: hits.length, corrected: meant.corrected, terms: meant.terms, text: text };
  }
  function add(parent, tag, text, kind) {
    var node = document.createElement(tag);
    if (text) { node.textContent = text; }
    if (kind) { node.className = kind; }
    parent.append(node);
    return node;
  }
  function show(query, box) {
    box.textContent = "";
    if (!query.trim()) {
      add(box, "p", "Type some words: how to import dxf, paper jam, E-RANGE.");
      return;
    }
    var found = find(query);
    var line = found.count === 0 ? "Nothing is found for \u201c" + query + "\u201d. Try another word." :
      "Search finished: " + (found.count > MOST ? "the best " + MOST + " of " + found.count + " pages" : found.count + (found.count === 1 ? " page" : " pages")) + ".";
    found.corrected.forEach(function (pair) { line += " Nothing has \u201c" + pair[0] + "\u201d; searched for words with \u201c" + pair[1] + "\u201d."; });
    add(box, "p", line, "search-summary");
    var list = add(box, "ul", "", "search");
    found.hits.forEach(function (hit) {
      var page = hit[1], section = passage(page, found.terms, found.text), item = add(list, "li"), link = add(item, "a", page.title);
      link.href = page.url + (section.anchor ? "#" + section.anchor : "");
      if (section.anchor) { add(link, "span", " \u203a " + section.heading, "section"); }
      add(item, "span", page.group, "group");
      excerpt(section.text || page.sections[0].text, found.terms, add(item, "p", "", "context"));
    });
  }
  document.addEventListener("DOMContentLoaded", function () {
    var input = document.getElementById("search-words"), box = document.getElementById("search-results"), wait = 0;
    prepare();
    input.value = new URLSearchParams(location.search).get("q") || "";
    document.querySelectorAll(".sidebar-search").forEach(function (other) { other.value = input.value; });
    show(input.value, box);
    input.addEventListener("input", function () {
      clearTimeout(wait);
      wait = setTimeout(function () { show(input.value, box); }, 120);
    });
    if (!input.value) { input.focus(); }
  });
}());
