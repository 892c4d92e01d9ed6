import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { eachPlatform, type Person, type Platform } from '../../../../test/support/platform.ts';

const names = (answer: { body: { twins: { displayName: string }[] } }) =>
  answer.body.twins.map((twin) => twin.displayName);

async function library(p: Platform, who: Person) {
  const made = [];
  for (const [displayName, number, subClass, more] of [
    ['beta', 'B-2', 'Project', { type: 'Bridge', latitude: 10 }],
    ['Alpha', 'A-1', 'Asset', { class: 'Thing', type: 'Dam' }],
    ['_under', 'U-9', 'Project', { status: 'Inactive' }],
    ['Äther', 'Q_1', 'Program', { status: 'Trial', geographicLocation: 'Oslo' }],
    ['alpha', "it's", 'Project', { latitude: -5.5 }],
  ] as const) {
    made.push(await p.twin(who, { displayName, number, subClass, ...more }));
  }
  return made;
}

eachPlatform('lists of twins', (platform) => {
  describe('GET /twins/', () => {
    it('gives active and trial twins in the order of the root collation, and its links', async () => {
      const p = await platform();
      const person = await p.person();
      await library(p, person);
      const answer = await p.call(person, 'GET /twins?subClass=Project,asset,PROGRAM&$top=2');
      assert.deepEqual(names(answer), ['alpha', 'Alpha']);
      assert.equal(answer.headers.get('X-Max-Return'), '1000');
      const { self, next, prev } = answer.body._links;
      assert.equal(self.href, `${p.baseUrl}/twins/?subClass=Project%2Casset%2CPROGRAM&$skip=0&$top=2`);
      assert.equal(prev, undefined);
      const second = await p.call(person, `GET ${next.href}`);
      assert.deepEqual(names(second), ['Äther', 'beta']);
      assert.equal(second.body._links.next, undefined);
      assert.ok(second.body._links.prev.href.includes('$skip=0&$top=2'));
    });

    for (const [query, expected] of [
      ['status=inactive', ['_under']],
      ['includeInactive=TRUE&subClass=Project', ['_under', 'alpha', 'beta']],
      ['type=bRIDGE', ['beta']],
      ['number=b-2', ['beta']],
      ['displayName=ALPHA', ['alpha', 'Alpha']],
      ['$search=Q_', ['Äther']],
      ['$search=äTH', ['Äther']],
      [`parentId=${randomUUID()}`, []],
      ["$filter=status in ['Inactive','Trial']", ['_under', 'Äther']],
      ["$filter=contains('LPH',displayName) and not startswith(number,'a')", ['alpha']],
      ["$filter=number eq 'IT''S'", ['alpha']],
      ['$filter=latitude gt -6 and latitude lt 0', ['alpha']],
      ["$filter=geographicLocation eq null and subClass ne 'Account'&$orderby=number desc", ['alpha', 'beta', 'Alpha']],
      ["$filter=type ne 'Dam' and subClass eq 'Project'", ['alpha', 'beta']],
      ["$filter=number in ('A-1', 'B-2')&$orderby=displayName DESC", ['beta', 'Alpha']],
      ['$filter=createdDateTime ge 2023-01-01T00:00:00Z and latitude eq 10', ['beta']],
      ["$filter='Dam' eq type", ['Alpha']],
      ['$orderby=latitude desc, displayName&subClass=Project', ['beta', 'alpha']],
      ['$orderby=latitude&subClass=Project,Asset', ['Alpha', 'alpha', 'beta']],
    ] as const) {
      it(query.slice(0, 70), async () => {
        const p = await platform();
        const person = await p.person();
        await library(p, person);
        const answer = await p.call(person, `GET /twins/?${encodeURI(query).replaceAll('+', '%2B')}`);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        assert.deepEqual(
          names(answer).filter((name) => !name.includes('@')),
          expected,
        );
      });
    }

    it('gives what is selected, in the canonical spelling', async () => {
      const p = await platform();
      const person = await p.person();
      await library(p, person);
      const answer = await p.call(person, 'GET /twins/?subClass=Asset&$select=NUMBER,latitude', {
        headers: { Prefer: 'return=representation' },
      });
      assert.deepEqual(answer.body.twins, [{ number: 'A-1', latitude: null }]);
    });

    it('stops at X-Max-Return', async () => {
      const p = await platform();
      const person = await p.person();
      await library(p, person);
      const headers = { 'X-Max-Return': '3' };
      const first = await p.call(person, 'GET /twins/?subClass=Project,Asset,Program&$top=2', { headers });
      const second = await p.call(person, `GET ${first.body._links.next.href}`, { headers });
      assert.equal(second.body.twins.length, 1);
      assert.equal(second.body._links.next, undefined);
    });

    for (const [query, headers, expected] of [
      ['$top=0', {}, ['InvalidValue $top']],
      ['$top=1001&$skip=-1', {}, ['InvalidValue $skip', 'InvalidValue $top']],
      ['$search=a&number=1', {}, ['InvalidParameter $search']],
      ['subClass=Bridge', {}, ['InvalidValue subClass']],
      ['status=x&includeInactive=true', {}, ['InvalidValue status', 'InvalidParameter includeInactive']],
      ['parentId=1', {}, ['InvalidValue parentId']],
      ['$select=id,colour', {}, ['InvalidValue $select']],
      ["$filter=colour eq 'red'", {}, ['InvalidValue $filter']],
      ["$filter=__proto__ ne 'x'", {}, ['InvalidValue $filter']],
      ["$filter=constructor in ('x')", {}, ['InvalidValue $filter']],
      ['includeInactive=__proto__', {}, ['InvalidParameter includeInactive']],
      ['$filter=length(number) eq 2', {}, ['InvalidParameter $filter']],
      ["$filter=number eq 'a'&type=x", {}, ['InvalidParameter $filter']],
      ['$orderby=colour', {}, ['InvalidValue $orderby']],
      ['', { 'X-Max-Return': '10001' }, ['InvalidHeaderValue X-Max-Return']],
      ['', { 'X-Twin-Query-Scope': 'mine' }, ['InvalidHeaderValue X-Twin-Query-Scope']],
    ] as const) {
      it(`refuses ${query || JSON.stringify(headers)}`, async () => {
        const p = await platform();
        const answer = await p.call(await p.person(), `GET /twins/?${encodeURI(query)}`, { headers });
        assert.equal(answer.status, 422);
        assert.equal(answer.body.error.message, 'Cannot query twins.');
        const told = answer.body.error.details.map(
          (one: { code: string; target: string }) => `${one.code} ${one.target}`,
        );
        assert.deepEqual(told.sort(), [...expected].sort());
      });
    }

    it('tells where a filter does not parse', async () => {
      const p = await platform();
      const answer = await p.call(await p.person(), 'GET /twins/?$filter=invalid filter syntax');
      assert.equal(answer.body.error.message, "Syntax error at position 14 in 'invalid filter syntax'.");
    });

    it('shows only own twins, and all of the organization to administrators who ask', async () => {
      const p = await platform();
      const organizationId = await p.organization();
      const admin = await p.person({ organizationId, roles: ['account_administrator'] });
      const other = await p.person({ organizationId, roles: ['co_administrator'] });
      const plain = await p.person({ organizationId });
      await p.twin(admin, { displayName: 'Secret' });
      const ask = (who: Person, scope: string) =>
        p.call(who, 'GET /twins/?subClass=Project', { headers: { 'X-Twin-Query-Scope': scope } });
      assert.deepEqual(names(await ask(admin, 'MemberOftwin')), ['Secret']);
      assert.deepEqual(names(await ask(other, 'memberoftwin')), []);
      assert.deepEqual(names(await ask(other, 'OrganizationAdmin')), ['Secret']);
      assert.deepEqual(names(await ask(other, 'all')), ['Secret']);
      assert.deepEqual(names(await ask(plain, 'all')), []);
      assert.equal((await ask(plain, 'OrganizationAdmin')).status, 403);
    });
  });

  describe('favorites and recents', () => {
    it('newest first, once each, with Prefer', async () => {
      const p = await platform();
      const person = await p.person();
      const [a, b] = await library(p, person);
      for (const id of [a?.id, b?.id, a?.id]) {
        assert.equal((await p.call(person, `POST /twins/favorites/${id}`)).status, 204);
        assert.equal((await p.call(person, `POST /twins/recents/${id}`)).status, 204);
      }
      assert.deepEqual(names(await p.call(person, 'GET /twins/favorites')).sort(), ['Alpha', 'beta']);
      const recents = await p.call(person, 'GET /twins/recents', { headers: { Prefer: 'return=representation' } });
      assert.deepEqual(names(recents), ['beta', 'Alpha']);
      assert.ok('latitude' in recents.body.twins[0]);
      for (const _ of [1, 2]) assert.equal((await p.call(person, `DELETE /twins/favorites/${a?.id}`)).status, 204);
      assert.deepEqual(names(await p.call(person, 'GET /twins/favorites?status=Active')), ['Alpha']);
    });

    it('keep 25 recents', async () => {
      const p = await platform();
      const person = await p.person();
      const made = [];
      for (let i = 0; i < 27; i++) made.push((await p.twin(person, { displayName: `T${i}` })).id);
      for (const id of made) await p.call(person, `POST /twins/recents/${id}`);
      const recents = names(await p.call(person, 'GET /twins/recents'));
      assert.equal(recents.length, 25);
      assert.equal(recents[0], 'T26');
      assert.ok(!recents.includes('T1'));
    });

    it('are refused for what the caller cannot see, and for a wrong query', async () => {
      const p = await platform();
      const { id } = await p.twin(await p.person());
      const stranger = await p.person();
      for (const operation of ['POST /twins/favorites', 'DELETE /twins/favorites', 'POST /twins/recents']) {
        assert.equal((await p.call(stranger, `${operation}/${id}`)).status, 404);
      }
      for (const list of ['favorites', 'recents']) {
        assert.equal((await p.call(stranger, `GET /twins/${list}?$top=0`)).status, 422);
      }
    });
  });
});
