/** The page around the component. It lists the definitions that the server publishes. */
export const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>API reference - Twin Platform</title>
  <link rel="icon" href="/reference/favicon-32x32.png">
  <link rel="stylesheet" href="/reference/swagger-ui.css">
  <style>
    body { margin: 0; background: #fafafa; }
    .swagger-ui .topbar { background: #12324a; }
    .swagger-ui .topbar-wrapper > a { visibility: hidden; width: 0; }
  </style>
</head>
<body>
  <main id="reference"><noscript>The reference needs JavaScript. The definitions themselves are at /definitions.</noscript></main>
  <script src="/reference/swagger-ui-bundle.js"></script>
  <script src="/reference/swagger-ui-standalone-preset.js"></script>
  <script src="/reference/start.js"></script>
</body>
</html>
`;

/** Opens the component on all definitions, signing in by authorization code with PKCE. */
export const startScript = (clientId: string): string => `'use strict';
(async () => {
  const { definitions } = await (await fetch('/definitions')).json();
  const urls = definitions.map(({ name, version, definition }) => ({ name: name + ' ' + version, url: definition.href }));
  const ui = SwaggerUIBundle({
    dom_id: '#reference',
    urls,
    'urls.primaryName': new URLSearchParams(location.search).get('urls.primaryName') ?? urls[0]?.name,
    deepLinking: true,
    docExpansion: 'list',
    validatorUrl: null,
    persistAuthorization: false,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: 'StandaloneLayout',
    oauth2RedirectUrl: location.origin + '/reference/signed-in',
  });
  ui.initOAuth({ clientId: ${JSON.stringify(clientId)}, scopes: 'twin-platform', usePkceWithAuthorizationCodeGrant: true });
  window.ui = ui;
})();
`;

/** Where the authorization server sends the browser back to; the component's own script takes the code from there. */
export const redirectPage = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Signed in</title></head>
<body><script src="/reference/oauth2-redirect.js"></script></body></html>
`;
