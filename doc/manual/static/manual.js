/* Switches between light, dark and system colours, marks the current heading in the table of contents, and makes wide elements scrollable by keyboard. */
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
    document.querySelectorAll("article pre, article .table-wrapper, article table").forEach(function (box) {
      if (box.scrollWidth > box.clientWidth) { box.tabIndex = 0; }
    });
  }
  document.addEventListener("DOMContentLoaded", function () {
    document.documentElement.classList.remove("no-js");
    toggles();
    follow();
    wide();
  });
  window.addEventListener("resize", wide);
}());
