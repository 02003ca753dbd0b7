// Sets the colour scheme before the first paint. A file of its own, since the page allows no inline script.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('color_scheme');
  } catch (_) {
    // Storage is blocked: follow the system.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // For what is drawn before any style sheet.
  document.querySelector('meta[name=color-scheme]').setAttribute('content', dark ? 'dark' : 'light');
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
