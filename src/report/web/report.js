/* Starts the page of a report with its embedded results. */

takeResults(JSON.parse(byId("data").textContent).results.map(result => new Result(result)));
fillHeader();
fillNotice();
fillTables();
showCures(first);
listenToTables();
if (first.frames.length) {
    makePicture();
    openAtFailure();
    obeyFragment();
} else {
    byId("stage").hidden = byId("plots").hidden = true;
}
page.ready = performance.now(); /* since the browser started to load the page */
publish();
