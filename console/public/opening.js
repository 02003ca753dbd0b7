// Where the files that the page is made of do not come, none of its own code can say so: this does, in the words that
// the build has put into the page (console/not-loaded-plugin.ts).
(function () {
  function language() {
    var wanted = [].concat(navigator.languages);
    try {
      wanted.unshift(localStorage.getItem('language') || '');
    } catch (_) {
      // Storage is blocked: the browser's own languages.
    }
    return wanted;
  }

  function words() {
    var all = Array.from(document.querySelectorAll('template[data-not-loaded]'));
    return (
      language().reduce(function (found, tag) {
        return (
          found ||
          all.find(function (one) {
            return one.lang.slice(0, 2) === tag.slice(0, 2).toLowerCase();
          })
        );
      }, undefined) || all[0]
    );
  }

  // The opening stands until there is a page, which says by itself what fails from then on.
  function tell() {
    var opening = document.getElementById('opening');
    var text = words();
    if (!opening || !text) return;
    document.documentElement.lang = text.lang;
    opening.replaceChildren(text.content.cloneNode(true));
    opening.setAttribute('role', 'alert');
    // By the script: the policy of the page allows no style in the document.
    opening.style.cssText =
      'max-width: 34em; margin: 20vh auto 0; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif';
    opening.querySelector('h1').style.fontSize = '1.5em';
  }

  // A script that does not come, or whose own imports do not, is an error of its element. Of texts main.tsx says it.
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement) tell();
    },
    true,
  );
  addEventListener('not-loaded', tell);
})();
