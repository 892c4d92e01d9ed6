import { style } from './style.ts';

/** The page around the component. It lists the definitions that the server publishes. */
export const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>API reference - Twin Platform</title>
  <link rel="icon" href="/reference/favicon-32x32.png">
  <link rel="stylesheet" href="/reference/swagger-ui.css">
  <style>${style}</style>
</head>
<body>
  <main id="reference"><noscript>The reference needs JavaScript. The definitions themselves are at /definitions.</noscript></main>
  <script src="/reference/swagger-ui-bundle.js"></script>
  <script src="/reference/swagger-ui-standalone-preset.js"></script>
  <script src="/reference/start.js"></script>
</body>
</html>
`;

/**
 * Opens the component on all definitions, signing in by authorization code with PKCE. The token stays in memory, over all
 * definitions: the component would forget it with each other one. What it leaves without a name, and links within
 * buttons, would keep people out who do not see.
 */
export const startScript = (clientId: string): string => `'use strict';
const keepSignIn = (original) => (given) => Object.keys(given.authorized ?? {}).length > 0 ? original(given) : undefined;
const ours = ({ React }) => ({
  components: { DeepLink: ({ text }) => React.createElement('span', null, text) },
  statePlugins: { auth: { wrapActions: { restoreAuthorization: keepSignIn } } },
});
const names = [['#servers', 'Server'], ['#select', 'Definition'], ['.examples-select-element', 'Example'], ['.content-type', 'Media type'], ['textarea', 'Body'], ['*', 'Value']];
new MutationObserver(() => {
  for (const field of document.querySelectorAll(':is(select, textarea, input):not([aria-label])')) {
    const says = (label) => label.textContent.trim() !== field.textContent.trim();
    if ([...(field.labels ?? [])].some(says) || field.placeholder || field.title) continue;
    field.setAttribute('aria-label', names.find(([selector]) => field.matches(selector))[1]);
  }
  document.querySelector('.close-modal:not([aria-label])')?.setAttribute('aria-label', 'Close');
  for (const button of document.querySelectorAll('.auth-btn-wrapper button[aria-label]')) button.removeAttribute('aria-label');
}).observe(document, { childList: true, subtree: true });
(async () => {
  const inTable = new URLSearchParams(location.search).get('names') === 'table';
  const { definitions, names: table } = await (await fetch('/definitions' + (inTable ? '?names=table' : ''))).json();
  if (table) {
    const link = document.createElement('a');
    link.id = 'names';
    link.href = inTable ? '/reference' : '/reference?names=table';
    link.textContent = inTable ? 'In neutral words' : 'In words of the table of names';
    document.querySelector('main').before(link);
  }
  const urls = definitions.map(({ name, version, definition }) => ({ name: name + ' ' + version, url: definition.href }));
  const ui = SwaggerUIBundle({
    dom_id: '#reference',
    urls,
    'urls.primaryName': new URLSearchParams(location.search).get('urls.primaryName') ?? urls[0]?.name,
    deepLinking: true,
    docExpansion: 'list',
    validatorUrl: null,
    persistAuthorization: false,
    plugins: [ours],
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: 'StandaloneLayout',
    oauth2RedirectUrl: location.origin + '/reference/signed-in',
  });
  ui.initOAuth({ clientId: ${JSON.stringify(clientId)}, scopes: inTable ? [] : 'twin-platform', usePkceWithAuthorizationCodeGrant: true });
  window.ui = ui;
})();
`;

/** Where the authorization server sends the browser back to; the component's own script takes the code from there. */
export const redirectPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Signed in</title></head>
<body><script src="/reference/oauth2-redirect.js"></script></body></html>
`;
