/*
 * The page in the hidden frame of a silent sign-in: hands its address, which holds the code, to the console around it,
 * in the form that the OpenID library there waits for. The library itself is not loaded a second time.
 */
const { location, parent } = window;
parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin);

export {};
