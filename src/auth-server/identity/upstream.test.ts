import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { after, it } from 'node:test';
import { SignJWT } from 'jose';
import { authorizeUrl, newPkce, startAuthServer, type TestAuthServer } from '../../../test/support/auth-server.ts';
import type { Browser, Page } from '../../../test/support/browser.ts';
import { eachDatabase } from '../../../test/support/databases.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { userByEmail } from '../store/users.ts';
import { listOf, q } from '../tables.ts';

type Claims = Record<string, unknown>;

/** A company's OpenID provider: whatever is asked, it signs `claims` for who comes. */
async function startProvider() {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const state = { claims: {} as Claims, asked: new URLSearchParams(), change: {} as Claims };
  const json = (value: unknown) => JSON.stringify(value);
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const idToken = () => {
    const now = Math.floor(Date.now() / 1000);
    const standard = { iss: issuer, aud: 'platform', iat: now, exp: now + 300, nonce: state.asked.get('nonce') };
    const { signedByOther, ...change } = state.change;
    return new SignJWT({ ...standard, ...state.claims, ...change })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(signedByOther ? other : privateKey);
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', issuer).pathname;
    response.setHeader('Content-Type', 'application/json');
    if (path === '/.well-known/openid-configuration') {
      const endpoints = {
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      };
      const supported = { id_token_signing_alg_values_supported: ['RS256'], response_types_supported: ['code'] };
      response.end(json({ issuer, ...endpoints, ...supported, subject_types_supported: ['public'] }));
    } else if (path === '/jwks') {
      response.end(json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }] }));
    } else {
      let body = '';
      for await (const chunk of request) body += chunk;
      const verifier = new URLSearchParams(body).get('code_verifier') ?? '';
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const known = challenge === state.asked.get('code_challenge');
      if (!known) response.statusCode = 400;
      const tokens = { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: await idToken() };
      response.end(json(known ? tokens : { error: 'invalid_grant' }));
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    issuer,
    state,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const { challenge } = newPkce();

eachDatabase("a company's own provider", (open) => {
  const stops: (() => unknown)[] = [];
  after(async () => {
    for (const stop of stops) await stop();
  });
  let made: Promise<{ as: TestAuthServer; provider: Awaited<ReturnType<typeof startProvider>> }> | undefined;
  const start = () => {
    made ??= (async () => {
      const provider = await startProvider();
      const upstream = { issuer: provider.issuer, clientId: 'platform', clientSecret: 'secret' };
      const as = await startAuthServer(await open(), { upstream });
      stops.push(provider.stop, () => as.stop());
      return { as, provider };
    })();
    return made;
  };

  /** Begins to sign in and comes back from the provider with an answer. */
  const come = async (browser: Browser, claims: Claims, answer: Claims = {}): Promise<Page> => {
    const { as, provider } = await start();
    const page = await browser.get(authorizeUrl(as, challenge));
    const sent = await browser.submit(page, {}, 'Continue with your organization');
    provider.state.asked = new URL(sent.location ?? '').searchParams;
    provider.state.claims = claims;
    provider.state.change = answer;
    return browser.follow(await browser.get(backOf(as, provider.state.asked)));
  };
  const backOf = (as: TestAuthServer, asked: URLSearchParams, more: Record<string, string> = {}): string =>
    `${as.url}/account/upstream?${new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', ...more })}`;
  const verified = { email_verified: true, given_name: 'Rosa', family_name: 'Park' };

  it('signs people in, makes them known, and gives them its groups each time', async () => {
    const { as, provider } = await start();
    const claims = { sub: 'u1', email: 'rosa@corp.example', ...verified };
    const page = await come(as.browser(), { ...claims, groups: ['Engineers', 'Divers', 7] });
    assert.equal(page.title, 'Permissions');
    assert.deepEqual(
      [provider.state.asked.get('code_challenge_method'), provider.state.asked.get('redirect_uri')],
      ['S256', `${as.url}/account/upstream`],
    );
    const user = await userByEmail(as.db, 'rosa@corp.example');
    assert.deepEqual(
      [user?.display_name, user?.groups, user?.organization_id],
      ['Rosa Park', '["Engineers","Divers"]', null],
    );
    assert.ok(user?.email_proved && user.password_hash === null);
    await come(as.browser(), { ...claims, email: 'rosa.park@corp.example', groups: ['Divers'] });
    const renamed = await userByEmail(as.db, 'rosa.park@corp.example');
    assert.deepEqual([renamed?.id, renamed && listOf(renamed.groups)], [user.id, ['Divers']]);
    await come(as.browser(), { ...claims, email: 'rosa.park@corp.example' });
    assert.equal((await userByEmail(as.db, 'rosa.park@corp.example'))?.groups, '[]');
  });

  it('links to who was here before by a verified e-mail, never by another', async () => {
    const { as } = await start();
    const known = await as.addUser('known@corp.example', { roles: ['co_administrator'] });
    const unverified = await come(as.browser(), { sub: 'thief', email: 'known@corp.example', email_verified: false });
    assert.match(unverified.text, /did not let you sign in/);
    const page = await come(as.browser(), { sub: 'owner', email: 'Known@corp.example', ...verified });
    assert.equal(page.title, 'Permissions');
    const linked = await userByEmail(as.db, 'known@corp.example');
    assert.deepEqual([linked?.id, linked?.roles], [known.id, '["co_administrator"]']);
    const other = await come(as.browser(), { sub: 'other', email: 'known@corp.example', ...verified });
    assert.match(other.text, /did not let you sign in/, 'the e-mail belongs to another subject');
  });

  it('keeps an unverified e-mail unproved', async () => {
    const { as } = await start();
    await come(as.browser(), { sub: 'u2', email: 'maybe@corp.example', given_name: 'May' });
    assert.equal((await userByEmail(as.db, 'maybe@corp.example'))?.email_proved, null);
  });

  it('refuses disabled people, and answers that are not for this browser or not signed for it', async () => {
    const { as, provider } = await start();
    const claims = { sub: 'u3', email: 'gone@corp.example', ...verified };
    await come(as.browser(), claims);
    const disable = q
      .updateTable('auth_users')
      .set({ state: 'Disabled' })
      .where('email_folded', '=', 'gone@corp.example');
    await as.db.write((tx) => tx.run(disable));
    assert.match((await come(as.browser(), claims)).text, /did not let you sign in/);
    const fresh = { sub: 'u4', email: 'fresh@corp.example', ...verified };
    for (const change of [
      { nonce: 'other' },
      { iss: 'https://other.example' },
      { aud: 'other' },
      { exp: 1 },
      { signedByOther: true },
    ]) {
      assert.match((await come(as.browser(), fresh, change)).text, /did not let you sign in/, JSON.stringify(change));
    }
    const browser = as.browser();
    const sent = await browser.submit(await browser.get(authorizeUrl(as, challenge)), {}, 'Continue');
    provider.state.asked = new URL(sent.location ?? '').searchParams;
    const stolen = await as.browser().get(backOf(as, provider.state.asked));
    assert.equal(stolen.status, 400, 'login CSRF: another browser');
    assert.equal((await browser.get(backOf(as, provider.state.asked))).status, 400, 'used up by it');
    assert.equal((await browser.get(`${as.url}/account/upstream?code=c&state=x`)).status, 400);
    assert.equal(await userByEmail(as.db, 'fresh@corp.example'), undefined);
  });

  it('hears the refusal of the provider, and has no passwords of its own', async () => {
    const { as } = await start();
    const browser = as.browser();
    const sent = await browser.submit(await browser.get(authorizeUrl(as, challenge)), {}, 'Continue');
    const asked = new URL(sent.location ?? '').searchParams;
    const refused = { error: 'access_denied', state: asked.get('state') ?? '' };
    const page = await browser.follow(await browser.get(`${as.url}/account/upstream?${new URLSearchParams(refused)}`));
    assert.match(page.text, /did not let you sign in/);
    for (const path of ['/account/forgotten', '/account/new-password']) {
      assert.equal((await browser.get(as.url + path)).status, 404);
    }
    assert.equal((await browser.get(`${as.url}/account/register`)).status, 403);
    const login = await browser.get(`${as.url}/account/login`);
    assert.doesNotMatch(login.text, /identifierInput|password/i);
  });
});
