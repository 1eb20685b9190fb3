/* Headings and names say what a page is about; the guide comes before decisions and notes of development. */
var Scorer = {
  score: function (result) {
    var page = result[0], score = result[4];
    if (/^doc\/(adr|theory\/tried)\/|^tests\/|^src\/|^doc\/NEWS/.test(page)) return score - 12;
    if (/^doc\/guide\//.test(page)) return score + 3;
    if (/^doc\/reference\//.test(page)) return score + 2;
    return score;
  },
  objNameMatch: 11, objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2
};
