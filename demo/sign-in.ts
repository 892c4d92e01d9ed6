import { createHash, randomBytes } from 'node:crypto';
import type { Steps } from './steps.ts';

export interface SignIn {
  readonly authUrl: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly email: string;
  readonly password: string;
}

/** A browser without scripts: cookies, and the form of the page it is on. */
interface Page {
  readonly url: string;
  readonly html: string;
}

/** Signs in as a person would, by the login and consent forms: authorization code with PKCE. Answers the access token. */
export async function signIn(steps: Steps, given: SignIn): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('hex');
  const discovery = await steps.request('GET', `${given.authUrl}/.well-known/openid-configuration`);
  const { authorization_endpoint, token_endpoint } = (await discovery.json()) as Record<string, string>;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: given.clientId,
    redirect_uri: given.redirectUri,
    scope: 'openid twin-platform',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state,
  });
  const callback = await throughForms(steps, `${authorization_endpoint}?${query}`, given);
  if (callback.searchParams.get('state') !== state) throw new Error(`Sign-in failed: ${callback.search}`);
  const code = callback.searchParams.get('code');
  if (code === null) throw new Error(`Sign-in was refused: ${callback.searchParams.get('error_description')}`);
  const answer = await steps.request('POST', token_endpoint ?? '', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: given.redirectUri,
      client_id: given.clientId,
      code_verifier: verifier,
    }).toString(),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

const mostPages = 10;

/** Fills in one form after the other until the server sends the browser back to the application. */
async function throughForms(steps: Steps, address: string, given: SignIn): Promise<URL> {
  const cookies = new Map<string, string>();
  const visit = async (method: string, url: string, form?: URLSearchParams): Promise<Page | URL> => {
    const response = await steps.request(method, url, {
      headers: {
        Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'Content-Type': 'application/x-www-form-urlencoded', Origin: new URL(url).origin } : {}),
      },
      ...(form ? { body: form.toString() } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return { url, html: await response.text() };
    const next = new URL(location, url);
    return next.href.startsWith(given.redirectUri) ? next : visit('GET', next.href);
  };
  let page = await visit('GET', address);
  for (let pages = 0; !(page instanceof URL); pages++) {
    if (pages === mostPages) throw new Error('The sign-in pages do not come to an end.');
    page = await visit('POST', ...filledIn(page, given));
  }
  return page;
}

/** Where the page's form goes, and its fields with what a person would write into them. */
function filledIn({ url, html }: Page, { email, password }: SignIn): [string, URLSearchParams] {
  const title = /<title>([^<]*)/.exec(html)?.[1];
  const forms = [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([text]) => text);
  const form = forms.find((text) => /class="allow"|Accept/.test(text));
  if (form === undefined) throw new Error(`The page "${title}" has no form to go on with.`);
  if (html.includes('recognize the email address')) throw new Error('E-mail or password were not accepted.');
  const attribute = (tag: string, name: string) => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const [id, name] = [attribute(tag, 'id'), attribute(tag, 'name')];
    const typed = id === 'identifierInput' ? email : id === 'password' ? password : attribute(tag, 'value');
    if (name !== '' && attribute(tag, 'type') !== 'checkbox') fields.append(name, typed);
  }
  const button = [...form.matchAll(/<button\b[^>]*>/g)].map(([tag]) => tag)[0] ?? '';
  if (attribute(button, 'name')) fields.append(attribute(button, 'name'), attribute(button, 'value'));
  return [new URL(attribute(form, 'action') || url, url).href, fields];
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
