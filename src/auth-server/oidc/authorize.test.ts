import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  authorize,
  authorizeUrl,
  eachAuthServer,
  enterPassword,
  newPkce,
  ownClient,
  password,
  redirectUri,
} from '../../../test/support/auth-server.ts';
import type { Page } from '../../../test/support/browser.ts';
import { q } from '../tables.ts';

const { challenge } = newPkce();
const loopback = 'http://localhost:5555/callback';

/** Asserts a page of our own with status 400, and no redirect. */
function isErrorPage(page: Page): void {
  assert.equal(page.status, 400, page.text);
  assert.equal(page.title, 'Error');
  assert.equal(page.location, undefined);
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
}

/** Asserts a redirect to the application with this error. */
function isErrorRedirect(page: Page, error: string, to = loopback): void {
  assert.equal(page.status, 302, page.text);
  const url = new URL(page.location ?? '');
  assert.equal(url.origin + url.pathname, to);
  assert.equal(url.searchParams.get('error'), error, url.href);
  assert.ok(url.searchParams.get('error_description'));
  assert.equal(url.searchParams.get('state'), 'the state');
  assert.match(url.searchParams.get('iss') ?? '', /\/auth$/);
}

eachAuthServer('authorization requests', (server) => {
  const ask = async (change: Record<string, string>) => {
    const as = await server();
    return as.browser().get(authorizeUrl(as, challenge, change));
  };

  it('signs in in two steps at the authorization address itself, asks for consent once, and redirects with a code', async () => {
    const as = await server();
    const browser = as.browser();
    const url = authorizeUrl(as, challenge, { nonce: 'n' });
    const first = await browser.get(url);
    assert.equal(first.status, 200);
    assert.match(first.text, /<label for="identifierInput">Email address<\/label><input id="identifierInput"/);
    assert.match(first.text, /<button class="allow">Next<\/button>/);
    const posted = await browser.submit(first, { email: 'Ada@Example.com' });
    assert.deepEqual([posted.status, posted.location], [303, url]);
    const second = await browser.follow(posted);
    assert.match(second.text, /<label for="password">Password<\/label><input id="password"/);
    assert.equal(second.text.match(/class="allow"/g)?.length, 1);
    assert.equal(second.text.match(/sign in/gi)?.length, 1);
    assert.match(second.text, /<button class="allow">Sign In<\/button>/);
    const wrong = await browser.follow(await browser.submit(second, { password: 'wrong' }, 'Sign In'));
    assert.match(wrong.text, /We didn&#39;t recognize the email address or password you entered. Please try again./);
    assert.match(wrong.text, /identifierInput/);
    const consent = await enterPassword(browser, wrong, 'ada@example.com');
    assert.equal(consent.title, 'Permissions');
    assert.match(consent.text, /<button><span>Accept<\/span><\/button>/);
    assert.match(consent.text, /<button><span>Cancel<\/span><\/button>/);
    const done = await browser.follow(await browser.submit(consent, {}, 'Accept'));
    assert.equal(done.status, 302);
    const redirect = new URL(done.location ?? '');
    assert.equal(redirect.origin + redirect.pathname, loopback);
    assert.match(redirect.searchParams.get('code') ?? '', /^[\w-]{43,}$/);
    assert.equal(redirect.searchParams.get('state'), 'the state');
    assert.equal(redirect.searchParams.get('iss'), as.url);
    assert.match(redirect.searchParams.get('session_state') ?? '', /^[\w-]+\.[\w-]+$/);
    assert.equal(done.headers.get('x-frame-options'), null);
    assert.equal(done.headers.get('content-security-policy'), null);
    const again = await browser.get(url);
    assert.equal(again.status, 302, 'neither sign-in nor consent again');
  });

  describe('redirect addresses', () => {
    it('matches exactly, but for the port of a loopback', async () => {
      for (const uri of ['http://localhost/callback', 'http://localhost:1/callback', 'com.example.app:/callback']) {
        assert.equal((await ask({ redirect_uri: uri, prompt: 'none' })).status, 302, uri);
      }
    });
    for (const uri of [
      'http://localhost:5555/callback/',
      'http://localhost:5555/callback?x=1',
      'http://LOCALHOST:5555/callback',
      'http://localhost:5555/callback#x',
      'http://localhost@evil.example:5555/callback',
      'http://localhost.example.org/callback',
      'https://localhost/callback',
      'http://127.0.0.1:5555/callback',
      'com.example.app:/other',
      'javascript:alert(1)',
      '',
    ]) {
      it(`refuses '${uri}' on a page of our own`, async () => isErrorPage(await ask({ redirect_uri: uri })));
    }
    it('does not ignore the port of other addresses', async () => {
      const good = { client_id: 'spa-app', redirect_uri: redirectUri, scope: 'openid', prompt: 'none' };
      assert.equal((await ask(good)).status, 302);
      isErrorPage(await ask({ ...good, redirect_uri: 'https://app.example.com:8443/callback' }));
    });
  });

  it('shows a page for unknown, disabled and service applications', async () => {
    const as = await server();
    isErrorPage(await ask({ client_id: 'nobody' }));
    isErrorPage(await ask({ client_id: '' }));
    isErrorPage(await ask({ client_id: 'service-app' }));
    const id = await as.addApplication({ type: 'SPA' });
    await as.db.write((tx) =>
      tx.run(q.updateTable('auth_applications').set({ state: 'Disabled' }).where('client_id', '=', id)),
    );
    isErrorPage(await ask({ client_id: id, redirect_uri: redirectUri }));
  });

  describe('duplicate parameters', () => {
    const twice = async (name: string, value: string) => {
      const as = await server();
      return as.browser().get(`${authorizeUrl(as, challenge)}&${new URLSearchParams({ [name]: value })}`);
    };
    it('shows a page when they say who asks', async () => {
      isErrorPage(await twice('client_id', 'native-app'));
      isErrorPage(await twice('redirect_uri', loopback));
    });
    it('redirects with invalid_request for all others', async () => {
      isErrorRedirect(await twice('scope', 'openid'), 'invalid_request');
      isErrorRedirect(await twice('code_challenge', challenge), 'invalid_request');
      isErrorRedirect(await twice('response_type', 'code'), 'invalid_request');
      const url = new URL((await twice('state', 'b')).location ?? '');
      assert.deepEqual([url.searchParams.get('error'), url.searchParams.get('state')], ['invalid_request', null]);
    });
  });

  describe('PKCE', () => {
    for (const [what, change] of [
      ['no challenge', { code_challenge: '', code_challenge_method: '' }],
      ['plain', { code_challenge_method: 'plain' }],
      ['no method', { code_challenge_method: '' }],
      ['a method without challenge', { code_challenge: '' }],
      ['a short challenge', { code_challenge: 'x'.repeat(42) }],
      ['a long challenge', { code_challenge: 'x'.repeat(129) }],
      ['other characters', { code_challenge: `${'x'.repeat(43)}+` }],
    ] as const) {
      it(`refuses ${what}`, async () => isErrorRedirect(await ask(change), 'invalid_request'));
    }
    it('is required of single-page applications and optional for web applications', async () => {
      const without = { redirect_uri: redirectUri, code_challenge: '', code_challenge_method: '', scope: 'openid' };
      isErrorRedirect(await ask({ ...without, client_id: 'spa-app' }), 'invalid_request', redirectUri);
      isErrorRedirect(await ask({ ...without, client_id: 'web-app', prompt: 'none' }), 'login_required', redirectUri);
    });
  });

  describe('scopes and response types', () => {
    for (const scope of ['models:read', 'twin-platform models:modify', 'openid unknown']) {
      it(`refuses '${scope}'`, async () => isErrorRedirect(await ask({ scope }), 'invalid_scope'));
    }
    it('refuses a request without scope', async () => isErrorRedirect(await ask({ scope: '' }), 'invalid_scope'));
    it('refuses what the application has not registered', async () => {
      const as = await server();
      const client_id = await as.addApplication({ type: 'SPA', scopes: [] });
      const change = { client_id, redirect_uri: redirectUri };
      isErrorRedirect(await ask({ ...change, scope: 'twin-platform' }), 'invalid_scope', redirectUri);
      isErrorRedirect(await ask({ ...change, scope: 'openid', prompt: 'none' }), 'login_required', redirectUri);
    });
    it('takes an alias of the platform scope', async () =>
      isErrorRedirect(await ask({ scope: 'old-platform', prompt: 'none' }), 'login_required'));
    it('knows the code flow only', async () => {
      isErrorRedirect(await ask({ response_type: 'token' }), 'unsupported_response_type');
      isErrorRedirect(await ask({ response_type: 'code id_token', nonce: 'n' }), 'unsupported_response_type');
      isErrorRedirect(await ask({ response_type: '' }), 'invalid_request');
    });
    it('ignores what it does not know', async () => {
      const ignored = { access_type: 'offline', acr_values: 'x', ui_locales: 'de', display: 'page', resource: 'urn:x' };
      isErrorRedirect(await ask({ ...ignored, scope: 'twin-platform', nonce: 'n', prompt: 'none' }), 'login_required');
    });
  });

  describe('prompt', () => {
    it('none never shows a page', async () => {
      const as = await server();
      isErrorRedirect(await ask({ prompt: 'none' }), 'login_required');
      isErrorRedirect(await ask({ prompt: 'none login' }), 'invalid_request');
      isErrorRedirect(await ask({ prompt: 'unknown' }), 'invalid_request');
      const browser = as.browser();
      await as.addUser('none@example.com');
      await enterPassword(browser, await browser.get(authorizeUrl(as, challenge)), 'none@example.com');
      isErrorRedirect(await browser.get(authorizeUrl(as, challenge, { prompt: 'none' })), 'consent_required');
    });
    it('login and select_account ask again, and once only', async () => {
      const as = await server();
      const browser = as.browser();
      await authorize(browser, authorizeUrl(as, challenge));
      for (const prompt of ['login', 'select_account']) {
        const url = authorizeUrl(as, challenge, { prompt, state: prompt });
        const page = await browser.get(url);
        assert.match(page.text, /identifierInput/);
        const done = await enterPassword(browser, page, 'ada@example.com');
        assert.match(done.location ?? '', /code=/);
        assert.match((await browser.get(url)).text, /identifierInput/, 'a new request asks anew');
      }
    });
    it('consent asks again, and offline access needs no prompt', async () => {
      const as = await server();
      const browser = as.browser();
      await authorize(browser, authorizeUrl(as, challenge));
      const url = authorizeUrl(as, challenge, { prompt: 'consent', access_type: 'offline' });
      const page = await browser.get(url);
      assert.equal(page.title, 'Permissions');
      assert.match(page.text, /Keep this access/);
      assert.match((await browser.follow(await browser.submit(page, {}, 'Accept'))).location ?? '', /code=/);
      assert.equal((await browser.get(url)).title, 'Permissions');
    });
    it('a refused consent is access_denied, and may be asked for again', async () => {
      const as = await server();
      const browser = as.browser();
      await as.addUser('refuses@example.com');
      const url = authorizeUrl(as, challenge);
      const page = await enterPassword(browser, await browser.get(url), 'refuses@example.com');
      isErrorRedirect(await browser.follow(await browser.submit(page, {}, 'Cancel')), 'access_denied');
      assert.equal((await browser.get(url)).title, 'Permissions');
    });
    it('max_age asks again when the session is older', async () => {
      const as = await server();
      const browser = as.browser();
      await authorize(browser, authorizeUrl(as, challenge));
      assert.equal((await browser.get(authorizeUrl(as, challenge, { max_age: '1000' }))).status, 302);
      assert.match((await browser.get(authorizeUrl(as, challenge, { max_age: '0' }))).text, /identifierInput/);
      isErrorRedirect(await browser.get(authorizeUrl(as, challenge, { max_age: 'x' })), 'invalid_request');
    });
  });

  it('asks for a scope that was not consented to yet, and trusts applications of the own organization', async () => {
    const as = await server();
    const browser = as.browser();
    const client_id = await as.addApplication({ type: 'SPA' });
    const url = (scope: string) => authorizeUrl(as, challenge, { client_id, redirect_uri: redirectUri, scope });
    await authorize(browser, url('openid'));
    assert.equal((await browser.get(url('openid twin-platform'))).title, 'Permissions');
    const trusted = await as.addApplication({ type: 'SPA', trusted: true });
    const trustedUrl = authorizeUrl(as, challenge, { client_id: trusted, redirect_uri: redirectUri });
    assert.match((await browser.get(trustedUrl)).location ?? '', /code=/);
    const stranger = as.browser();
    await as.addUser('stranger@example.com', { organizationId: null });
    const page = await enterPassword(stranger, await stranger.get(trustedUrl), 'stranger@example.com');
    assert.equal(page.title, 'Permissions');
  });

  it('asks nobody for consent to the pages of the server itself', async () => {
    const as = await server();
    const client_id = await as.addApplication({ type: 'SPA', clientId: ownClient });
    const browser = as.browser();
    const url = authorizeUrl(as, challenge, { client_id, redirect_uri: redirectUri });
    const page = await enterPassword(browser, await browser.get(url), 'ada@example.com');
    assert.match(page.location ?? '', /code=/);
  });

  it('after a wrong password the address is kept, and the next one can be typed right there', async () => {
    const as = await server();
    const browser = as.browser();
    const asked = await browser.get(authorizeUrl(as, challenge));
    const refused = await enterPassword(browser, asked, 'ada@example.com', 'not the password');
    assert.match(refused.text, /We didn&#39;t recognize/);
    assert.match(refused.text, /id="identifierInput"[^>]*value="ada@example.com"/);
    const again = await browser.follow(await browser.submit(refused, { password }));
    assert.match(again.location ?? again.title ?? '', /code=|Permissions/);
  });

  it('answers in the fragment or by a form that sends itself', async () => {
    const as = await server();
    const browser = as.browser();
    await authorize(browser, authorizeUrl(as, challenge));
    const fragment = await browser.get(authorizeUrl(as, challenge, { response_mode: 'fragment' }));
    assert.match(new URL(fragment.location ?? '').hash, /^#code=.*&session_state=/);
    const form = await browser.get(authorizeUrl(as, challenge, { response_mode: 'form_post' }));
    assert.equal(form.status, 200);
    assert.match(form.text, /<input type="hidden" name="code"/);
    assert.match(form.headers.get('content-security-policy') ?? '', /script-src 'sha256-[^']+'$/);
    isErrorRedirect(
      await browser.get(authorizeUrl(as, challenge, { response_mode: 'web' })),
      'unsupported_response_mode',
    );
  });

  it('takes an authorization request by POST as the GET it stands for', async () => {
    const as = await server();
    const url = new URL(authorizeUrl(as, challenge));
    const page = await as.browser().post(url.origin + url.pathname, Object.fromEntries(url.searchParams));
    assert.deepEqual([page.status, page.location], [303, url.href]);
  });

  it('refuses addresses over 8,000 characters', async () => {
    const as = await server();
    assert.equal((await as.browser().get(authorizeUrl(as, challenge, { state: 'x'.repeat(2000) }))).status, 200);
    assert.equal((await as.browser().get(authorizeUrl(as, challenge, { state: 'x'.repeat(8000) }))).status, 414);
  });
});
