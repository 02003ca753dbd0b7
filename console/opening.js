// Where the files that the page is made of do not come, none of its own code can say so: this does, in the words that
// the build has put into the page (not-loaded-plugin.ts). The page has this in itself too: a file of its own might not
// come either.
(function () {
  function languages() {
    const wanted = Array.from(navigator.languages || []);
    try {
      wanted.unshift(localStorage.getItem('language') || '');
    } catch (_) {
      // Storage is blocked: the browser's own languages.
    }
    return wanted.map(function (tag) {
      return tag.split(/[-_]/)[0].toLowerCase();
    });
  }

  function words() {
    const all = Array.from(document.querySelectorAll('template[data-not-loaded]'));
    const wanted = languages().find(function (language) {
      return all.some(function (one) {
        return one.lang.startsWith(language + '-');
      });
    });
    return all.find(function (one) {
      return !wanted || one.lang.startsWith(wanted + '-');
    });
  }

  // The opening stands until there is a page, which says by itself what fails from then on.
  function tell() {
    const opening = document.getElementById('opening');
    const text = words();
    if (!opening || !text || opening.getAttribute('role')) return;
    opening.setAttribute('role', 'alert');
    document.documentElement.lang = text.lang;
    opening.replaceChildren(text.content.cloneNode(true));
    // By the script: the policy of the page allows no style in the document.
    opening.style.cssText =
      'max-width: 34em; margin: 20vh auto 0; padding: 0 1em; font: 16px/1.5 system-ui, sans-serif';
    opening.querySelector('h1').style.fontSize = '1.5em';
    opening.querySelector('button').style.font = 'inherit';
    // A link to this address would leave out what stands behind its #, such as the code of an invitation.
    opening.querySelector('button').addEventListener('click', function () {
      location.reload();
    });
  }

  function tellOnceRead() {
    if (document.readyState !== 'loading') tell();
    else document.addEventListener('DOMContentLoaded', tell);
  }

  // A script that does not come, or whose own imports do not, is an error of its element. Of texts main.tsx says it.
  addEventListener(
    'error',
    function (event) {
      const script = event.target;
      if (script instanceof HTMLScriptElement && script.src.startsWith(location.origin + '/account/')) tellOnceRead();
    },
    true,
  );
  addEventListener('not-loaded', tellOnceRead);
})();
