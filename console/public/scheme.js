// Sets the colour scheme before the first paint. The console's page has it in itself; the server's own pages load it.
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
