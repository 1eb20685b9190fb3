/* Switches between light, dark and system colours, shows the cards of a subject, marks the current heading in the table of contents, and makes wide elements scrollable by keyboard. */
(function () {
  "use strict";
  var modes = ["auto", "dark", "light"];

  function stored() {
    try { return localStorage.getItem("theme") || "auto"; } catch (e) { return "auto"; }
  }
  function set(mode) {
    document.body.dataset.theme = mode;
    try { localStorage.setItem("theme", mode); } catch (e) { /* a browser may forbid it: then the choice holds for this page */ }
  }
  function toggles() {
    document.querySelectorAll(".theme-toggle").forEach(function (button) {
      button.addEventListener("click", function () {
        set(modes[(modes.indexOf(document.body.dataset.theme || stored()) + 1) % modes.length]);
      });
    });
  }
  function follow() {
    var links = Array.from(document.querySelectorAll(".toc-tree a[href^='#']"));
    var places = links.map(function (link) {
      return link.hash.length > 1 ? document.getElementById(decodeURIComponent(link.hash.slice(1))) : document.querySelector("h1");
    });
    function mark() {
      var now = -1;
      places.forEach(function (place, i) {
        if (place && place.getBoundingClientRect().top < 120) { now = i; }
      });
      links.forEach(function (link, i) { link.parentElement.classList.toggle("scroll-current", i === now); });
    }
    if (links.length > 0) {
      window.addEventListener("scroll", function () { window.requestAnimationFrame(mark); }, { passive: true });
      mark();
    }
  }
  function wide() {
    document.querySelectorAll("article pre, article .formula, article .table-wrapper, article table").forEach(function (box) {
      if (box.scrollWidth > box.clientWidth) { box.tabIndex = 0; }
    });
  }
  /* buttons of subjects over cards that name them; the address keeps the choice */
  function subjects() {
    var cards = Array.from(document.querySelectorAll(".cards > ul > li")), names = [];
    cards.forEach(function (card) {
      var tags = card.querySelector("em");
      card.subjects = tags ? tags.textContent.split(", ") : [];
      card.subjects.forEach(function (name) { if (names.indexOf(name) < 0) { names.push(name); } });
    });
    if (names.length === 0) { return; }
    var bar = document.createElement("div"), count = document.createElement("p");
    bar.className = "subjects";
    count.setAttribute("role", "status");
    function choose(name) {
      var shown = cards.filter(function (card) {
        card.hidden = name !== "" && card.subjects.indexOf(name) < 0;
        return !card.hidden;
      }).length;
      bar.querySelectorAll("button").forEach(function (button) { button.setAttribute("aria-pressed", String(button.value === name)); });
      document.querySelectorAll(".cards").forEach(function (group) {
        group.parentElement.hidden = group.parentElement.tagName === "SECTION" && group.parentElement.parentElement.tagName === "SECTION" &&
          !group.querySelector("li:not([hidden])");
      });
      count.textContent = shown + (shown === 1 ? " sample" : " samples");
      try { history.replaceState(null, "", location.pathname + (name ? "?subject=" + encodeURIComponent(name) : "")); } catch (e) { /* some browsers forbid it for files */ }
    }
    [""].concat(names.sort()).forEach(function (name) {
      var button = document.createElement("button");
      button.value = name;
      button.textContent = name || "all";
      button.addEventListener("click", function () { choose(name); });
      bar.append(button);
    });
    document.querySelector(".cards").closest("section").before(bar, count);
    var given = new URLSearchParams(location.search).get("subject");
    choose(names.indexOf(given) >= 0 ? given : "");
  }
  document.addEventListener("DOMContentLoaded", function () {
    document.documentElement.classList.remove("no-js");
    toggles();
    subjects();
    follow();
    wide();
  });
  window.addEventListener("resize", wide);
}());
