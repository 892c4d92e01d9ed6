import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testAudit } from '../../../test/support/audit.ts';
import {
  basic,
  claimsOf,
  eachAuthServer,
  post,
  serviceSecret,
  tokensOf,
  webSecret,
} from '../../../test/support/auth-server.ts';
import { openAuthServer } from '../auth-server.ts';
import { q } from '../tables.ts';

eachAuthServer('tokens after they were issued', (server) => {
  const at = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    post(`${(await server()).url}/connect/${path}`, fields, headers);
  const authenticated = async (token: string) => (await server()).server.authenticate(`Bearer ${token}`);
  const service = async () =>
    (await at('token', { grant_type: 'client_credentials' }, basic('service-app', serviceSecret))).body.access_token;

  describe('revocation', () => {
    it('of a refresh token takes the whole grant along, by a public client with its id only', async () => {
      const as = await server();
      const { refresh_token, access_token } = (await tokensOf(as)).body;
      const other = (await tokensOf(as)).body;
      const answer = await at('revocation', { token: refresh_token, client_id: 'native-app' });
      assert.deepEqual([answer.status, answer.body], [200, '']);
      const again = { grant_type: 'refresh_token', client_id: 'native-app', refresh_token };
      assert.equal((await at('token', again)).body.error, 'invalid_grant');
      assert.equal(await authenticated(access_token), 'invalid');
      assert.equal(typeof (await authenticated(other.access_token)), 'object', "the person's other grant lives on");
    });

    it('of an access token ends that one alone', async () => {
      const as = await server();
      const { refresh_token, access_token } = (await tokensOf(as)).body;
      const hinted = { token: access_token, token_type_hint: 'refresh_token', client_id: 'native-app' };
      const answer = await at('revocation', hinted);
      assert.deepEqual([answer.status, answer.body], [200, '']);
      assert.equal(await authenticated(access_token), 'invalid');
      const refreshed = await at('token', { grant_type: 'refresh_token', client_id: 'native-app', refresh_token });
      assert.equal(typeof (await authenticated(refreshed.body.access_token)), 'object');
    });

    it("answers 200 for unknown tokens and for others', which it leaves alone", async () => {
      const as = await server();
      const { refresh_token, access_token } = (await tokensOf(as)).body;
      for (const token of ['unknown', 'a.b.c', access_token, refresh_token]) {
        const answer = await at('revocation', { token, client_id: 'spa-app' });
        assert.deepEqual([answer.status, answer.body], [200, ''], token);
      }
      assert.equal(typeof (await authenticated(access_token)), 'object');
      const refreshed = await at('token', { grant_type: 'refresh_token', client_id: 'native-app', refresh_token });
      assert.equal(refreshed.status, 200);
    });

    it('wants a token, and confidential clients authenticated', async () => {
      const token = await service();
      assert.equal((await at('revocation', { client_id: 'native-app' })).body.error, 'invalid_request');
      assert.equal((await at('revocation', { token, client_id: 'service-app' })).status, 401);
      assert.equal((await at('revocation', { token }, basic('service-app', 'wrong'))).status, 401);
      assert.equal(typeof (await authenticated(token)), 'object');
      assert.equal((await at('revocation', { token }, basic('service-app', serviceSecret))).status, 200);
      assert.equal(await authenticated(token), 'invalid');
    });

    it('is seen by another process within a second', async (t) => {
      const as = await server();
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const other = await openAuthServer({
        config: {
          authUrl: as.url,
          baseUrl: as.url.replace('/auth', ''),
          scopeAliases: [],
          registration: 'closed',
          upstream: undefined,
          trustedProxies: [],
          testMode: { on: true, sandboxes: 200 },
        },
        db: as.db,
        secrets: as.secrets,
        log: { debug() {}, info() {}, warn() {}, error() {} },
        sendMail: async () => '',
        audit: testAudit,
        onOrganizationCreated: async () => {},
        onApplicationEnded: async () => {},
        invitations: { isInvited: async () => false, look: async () => undefined, accept: async () => 'unknown' },
        ownClients: [],
        lastCheck: async () => undefined,
      });
      const token = await service();
      assert.equal(typeof (await other.authenticate(`Bearer ${token}`)), 'object');
      await at('revocation', { token }, basic('service-app', serviceSecret));
      t.mock.timers.setTime(Date.now() + 1000);
      assert.equal(await other.authenticate(`Bearer ${token}`), 'invalid');
    });
  });

  describe('introspection', () => {
    const ask = (token: string, headers = basic('web-app', webSecret)) => at('introspect', { token }, headers);

    it('tells the claims of an access token, scope as one string', async () => {
      const as = await server();
      const { access_token } = (await tokensOf(as)).body;
      const answer = await ask(access_token);
      assert.equal(answer.status, 200);
      const scope = 'openid twin-platform offline_access';
      assert.deepEqual(answer.body, { ...claimsOf(access_token), active: true, token_type: 'Bearer', scope });
    });

    it('tells nothing of ended, foreign and unknown tokens', async () => {
      const as = await server();
      const { access_token, refresh_token } = (await tokensOf(as)).body;
      assert.deepEqual((await ask(refresh_token)).body, { active: false });
      await at('revocation', { token: access_token, client_id: 'native-app' });
      for (const token of [access_token, 'unknown', 'a.b.c', `${access_token.slice(0, -5)}AAAAA`]) {
        assert.deepEqual((await ask(token)).body, { active: false }, token);
      }
    });

    it('answers confidential applications only', async () => {
      const token = await service();
      assert.equal((await ask(token, basic('web-app', 'wrong'))).status, 401);
      assert.equal((await at('introspect', { token, client_id: 'native-app' })).status, 401);
      assert.equal((await at('introspect', { client_id: 'native-app', token: 'x' })).body.error, 'invalid_client');
      assert.equal((await at('introspect', {}, basic('web-app', webSecret))).body.error, 'invalid_request');
    });
  });

  describe('user info', () => {
    const info = async (authorization: string | undefined, headers: Record<string, string> = {}) => {
      const response = await fetch(`${(await server()).url}/connect/userinfo`, {
        headers: { ...(authorization ? { Authorization: authorization } : {}), ...headers },
      });
      // biome-ignore lint/suspicious/noExplicitAny: claims of every shape
      const body = (await response.json()) as any;
      return { status: response.status, headers: response.headers, body };
    };

    it('needs no scope but a valid token of a person', async () => {
      const as = await server();
      const { access_token } = (await tokensOf(as, as.browser(), { scope: 'twin-platform' })).body;
      const { auth_time, sid } = claimsOf(access_token);
      const answer = await info(`Bearer ${access_token}`);
      const { ultimate_site, ...body } = answer.body;
      assert.match(ultimate_site, /^\d{10}$/);
      assert.deepEqual(body, {
        sub: as.user.id,
        org: as.organizationId,
        org_name: 'Bridges Ltd',
        usage_country_iso: 'GB',
        auth_time,
        sid,
        name: 'Ada Lovelace',
        given_name: 'Ada',
        family_name: 'Lovelace',
        preferred_username: 'ada@example.com',
        email: 'ada@example.com',
      });
      const posted = await at('userinfo', { access_token });
      assert.deepEqual([posted.status, posted.body.sub], [200, as.user.id]);
    });

    it('refuses others', async () => {
      const absent = await info(undefined);
      assert.deepEqual([absent.status, absent.body.error], [401, 'invalid_token']);
      assert.match(absent.headers.get('www-authenticate') ?? '', /^Bearer realm="[^"]+"$/);
      const bad = await info('Bearer a.b.c');
      assert.deepEqual([bad.status, bad.body.error], [401, 'invalid_token']);
      assert.match(bad.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
      const ofService = await info(`Bearer ${await service()}`);
      assert.deepEqual([ofService.status, ofService.body.error], [403, 'insufficient_scope']);
    });

    it('may be read by the pages of its single-page application only', async () => {
      const as = await server();
      const token = await as.server.issueAccessToken({ clientId: 'spa-app', userId: as.user.id });
      const origin = 'https://app.example.com';
      const own = await info(`Bearer ${token}`, { Origin: origin });
      assert.equal(own.headers.get('access-control-allow-origin'), origin);
      const evil = await info(`Bearer ${token}`, { Origin: 'https://evil.example' });
      assert.equal(evil.headers.get('access-control-allow-origin'), null);
    });
  });

  describe('at the APIs', () => {
    it('tells apart what is wrong with a credential', async () => {
      const as = await server();
      const { authenticate, issueAccessToken } = as.server;
      const token = await issueAccessToken({ clientId: 'spa-app', userId: as.user.id });
      assert.equal(await authenticate(undefined), 'absent');
      for (const header of ['Basic abc', 'Bearerx', 'DPoP x']) assert.equal(await authenticate(header), 'otherScheme');
      for (const header of ['Bearer', 'Bearer ', 'bearer x', `Bearer ${token}x`, `Bearer ${token} x`]) {
        assert.equal(await authenticate(header), 'invalid', header);
      }
      assert.equal(typeof (await authenticate(`BEARER  ${token}`)), 'object');
      const narrow = await issueAccessToken({ clientId: 'spa-app', userId: as.user.id, scopes: ['openid'] });
      assert.equal(await authenticate(`Bearer ${narrow}`), 'insufficientScope');
    });

    it('refuses expired tokens, those for others, and those that others signed', async (t) => {
      const as = await server();
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const token = await as.server.issueAccessToken({ clientId: 'spa-app', userId: as.user.id });
      const fresh = await as.server.issueAccessToken({ clientId: 'spa-app', userId: as.user.id });
      assert.equal(typeof (await authenticated(token)), 'object');
      t.mock.timers.setTime(Date.now() + 3600_000 + 59_000);
      assert.equal(typeof (await authenticated(token)), 'object', 'clocks may differ by a minute');
      t.mock.timers.setTime(Date.now() + 2000);
      assert.equal(await authenticated(token), 'invalid', 'remembered as valid before');
      assert.equal(await authenticated(fresh), 'invalid', 'never seen before');
      const { id_token } = (await tokensOf(as)).body;
      assert.equal(await authenticated(id_token), 'invalid');
    });

    it('reads user, roles and application at every request', async () => {
      const as = await server();
      const user = await as.addUser('now@example.com');
      const clientId = await as.addApplication({ type: 'SPA', tier: 'Premium' });
      const token = await as.server.issueAccessToken({ clientId, userId: user.id });
      const caller = async () => {
        const found = await authenticated(token);
        return typeof found === 'string' ? found : found.organizationAdministrator;
      };
      const setUser = (change: object) =>
        as.db.write((tx) => tx.run(q.updateTable('auth_users').set(change).where('id', '=', user.id)));
      assert.equal(await caller(), false);
      await setUser({ roles: '["co_administrator"]' });
      assert.equal(await caller(), true);
      await setUser({ organization_id: null });
      assert.equal(await caller(), false);
      await setUser({ state: 'Disabled' });
      assert.equal(await caller(), 'invalid');
      await setUser({ state: 'Active' });
      const disabled = q.updateTable('auth_applications').set({ state: 'Disabled' }).where('client_id', '=', clientId);
      await as.db.write((tx) => tx.run(disabled));
      assert.equal(await caller(), 'invalid');
    });
  });
});
