import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { fixtureOf, peopleOf } from '../../src/areas/models/testing/fixture.ts';
import { fc, sized } from '../support/chance.ts';
import { eventually } from '../support/eventually.ts';
import { type FilterRow, type FilterTree, type FilterVocabulary, filterTrees } from '../support/filter-trees.ts';
import { join } from '../support/membership.ts';
import { eachPlatform, type Person, type Platform, requireSuccess } from '../support/platform.ts';

/* Generated filters at every endpoint that takes one, against an evaluation in memory over what the caller may see. */

interface Known {
  readonly row: FilterRow;
  /** In whose Account it is. */
  readonly of: string;
  readonly members: readonly Person[];
  readonly deleted: boolean;
}

interface Town {
  readonly p: Platform;
  readonly twins: readonly Known[];
  readonly callers: Readonly<Record<string, Person & { readonly administrator: boolean }>>;
}

const scopes = ['MemberOftwin', 'OrganizationAdmin', 'all'] as const;
type Scope = (typeof scopes)[number];

const accountOf = (who: Person): string => who.organizationId ?? who.userId;

/** Makes somebody a member; people of other organizations are invited, and accept. */
async function admit(p: Platform, owner: Person, twinId: string, who: Person): Promise<void> {
  await join(p, owner, twinId, who, ['storage_read']);
  const address = `accesscontrol/twins/${twinId}/members/invitations`;
  const { invitations } = requireSuccess(await p.call(owner, `GET /${address}`));
  for (const { id, email } of invitations) {
    if (email === who.email) requireSuccess(await p.call(who, `POST /${address}/${id}/accept`));
  }
}

async function buildTown(p: Platform): Promise<Town> {
  const [here, there] = [await p.organization('Here'), await p.organization('There')];
  const owner = await p.person({ organizationId: here, roles: ['account_administrator'] });
  const rival = await p.person({ organizationId: there, roles: ['account_administrator'] });
  const member = await p.person({ organizationId: here });
  const guest = await p.person({ organizationId: there });
  const stranger = await p.person();
  const twins: Known[] = [];
  const make = async (who: Person, body: object, members: readonly Person[] = [], deleted = false) => {
    const { id } = await p.twin(who, { ...body });
    for (const one of members) await admit(p, who, id, one);
    const read = await p.call(who, `GET /twins/${id}`, { headers: { Prefer: 'return=representation' } });
    if (deleted) assert.equal((await p.call(who, `DELETE /twins/${id}`)).status, 204);
    twins.push({ row: requireSuccess(read).twin, of: accountOf(who), members: [who, ...members], deleted });
  };
  for (const [who, friends] of [
    [owner, [member]],
    [rival, [guest]],
    [stranger, []],
  ] as const) {
    await make(who, { displayName: 'alpha', number: 'x', type: 'Bridge', latitude: 10 }, friends);
    await make(who, { displayName: 'Beta', number: 'y', status: 'Trial', latitude: -5.5 });
    await make(who, { displayName: 'beta', number: 'z%', status: 'Inactive', type: 'Dam' }, friends);
    await make(who, { displayName: 'gone', number: 'w', latitude: 10 }, friends, true);
  }
  await make(owner, { displayName: 'shared', number: "it's", type: 'bridge' }, [guest, stranger]);
  for (const who of [owner, rival, stranger]) {
    const { twins: accounts } = requireSuccess(
      await p.call(who, 'GET /twins/?subClass=Account', { headers: { Prefer: 'return=representation' } }),
    );
    for (const row of accounts) twins.push({ row, of: accountOf(who), members: [], deleted: false });
  }
  const callers = Object.entries({ owner, rival, member, guest, stranger }).map(([name, one]) => {
    const administrator = one === owner || one === rival || one === stranger;
    return [name, { ...one, administrator }];
  });
  return { p, twins, callers: Object.fromEntries(callers) };
}

/** Whether this caller sees the twin in that scope at all. */
function sees(who: Town['callers'][string], scope: Scope, { row, of, members, deleted }: Known): boolean {
  if (deleted) return false;
  const ofMine = of === accountOf(who);
  const own = members.some((one) => one.userId === who.userId) || (ofMine && row.class === 'Account');
  const administered = who.administrator && ofMine;
  return scope === 'MemberOftwin' ? own : administered || (scope === 'all' && own);
}

const twinWords: readonly FilterVocabulary[] = [
  { name: 'number', kind: 'text', values: ['x', 'Y', 'z%', 'w', "it's", '_', 'q'] },
  { name: 'displayName', kind: 'text', values: ['alpha', 'BETA', 'gone', 'shared', 'h%'] },
  { name: 'type', kind: 'text', values: ['bridge', 'Dam', null] },
  { name: 'subClass', kind: 'fixed', values: ['project', 'Account', 'Asset'] },
  { name: 'class', kind: 'fixed', values: ['Endeavor', 'account'] },
  { name: 'latitude', kind: 'number', values: [10, -5.5, 0, null] },
];

/** The ids that must come back: of what the caller sees, what the filter holds of. Inactive twins were not asked for. */
const expected = (town: Town, who: Town['callers'][string], scope: Scope, { holds }: FilterTree): unknown[] =>
  town.twins
    .filter((twin) => sees(who, scope, twin) && twin.row.status !== 'Inactive' && holds(twin.row))
    .map(({ row }) => row.id)
    .sort();

const mayAsk = (who: Town['callers'][string], scope: Scope) => scope !== 'OrganizationAdmin' || who.administrator;

const everything: FilterTree = { text: "number eq 'x' or number ne 'x'", holds: () => true };

eachPlatform('filters', (platform) => {
  let built: Promise<Town> | undefined;
  const town = () => {
    built ??= platform().then(buildTown);
    return built;
  };

  async function listed({ p }: Town, who: Person, scope: Scope, text: string): Promise<unknown[]> {
    const answer = await p.call(who, `GET /twins/?$top=1000&$filter=${encodeURIComponent(text)}`, {
      headers: { 'X-Twin-Query-Scope': scope },
    });
    return requireSuccess(answer)
      .twins.map((twin: { id: string }) => twin.id)
      .sort();
  }

  async function exported({ p }: Town, who: Person, scope: Scope, text: string): Promise<unknown[]> {
    const body = { outputFormat: 'JsonGZip', queryScope: scope, select: 'id', filter: text };
    const { id } = requireSuccess(await p.call(who, 'POST /twins/exports', { body })).export;
    let address: string | null = null;
    await eventually(async () => {
      const { export: found } = requireSuccess(await p.call(who, `GET /twins/exports/${id}`));
      assert.equal(found.status, 'Completed');
      address = found.outputUrl;
    });
    if (address === null) return [];
    const file = gunzipSync(Buffer.from(await (await fetch(address)).arrayBuffer()));
    return (JSON.parse(file.toString()) as { id: string }[]).map((one) => one.id).sort();
  }

  it("a filter with a top-level `or` never reaches beyond the caller's twins: GET /twins/", async () => {
    const built = await town();
    for (const [name, who] of Object.entries(built.callers)) {
      for (const scope of scopes.filter((one) => mayAsk(who, one))) {
        const found = await listed(built, who, scope, everything.text);
        assert.deepEqual(found, expected(built, who, scope, everything), `${name} ${scope}`);
      }
    }
  });

  it('generated filters find in GET /twins/ what an evaluation in memory finds among what the caller sees', async () => {
    const built = await town();
    const asked = fc.tuple(
      filterTrees(twinWords),
      fc.constantFrom(...Object.values(built.callers)),
      fc.constantFrom(...scopes),
    );
    const property = fc.asyncProperty(asked, async ([tree, who, scope]) => {
      if (!mayAsk(who, scope)) return;
      assert.deepEqual(await listed(built, who, scope, tree.text), expected(built, who, scope, tree), tree.text);
    });
    await fc.assert(property, { numRuns: sized(200, 400) });
  });

  it("a filter with a top-level `or` never reaches beyond the caller's twins: POST /twins/exports", async () => {
    const built = await town();
    const trees = fc.sample(filterTrees(twinWords), 2 * Object.keys(built.callers).length);
    for (const [name, who] of Object.entries(built.callers)) {
      for (const tree of [everything, ...trees.splice(0, 2)]) {
        const scope = who.administrator ? 'OrganizationAdmin' : 'MemberOftwin';
        const found = await exported(built, who, scope, tree.text);
        assert.deepEqual(found, expected(built, who, scope, tree), `${name}: ${tree.text}`);
      }
    }
  });

  it('generated filters of elements find what an evaluation in memory finds, and nothing for strangers', async () => {
    const p = await platform();
    const fixture = await fixtureOf(await peopleOf(p));
    const address = `GET /models/${fixture.house}/elements`;
    const { elements } = requireSuccess(await p.call(fixture.reader, address));
    const values = (name: string) => [...new Set<string>(elements.map((one: FilterRow) => one[name])), 'q'];
    const words: FilterVocabulary[] = ['id', 'globalId', 'class', 'name', 'parentId', 'containerId'].map((name) => ({
      name,
      kind: 'text',
      values: values(name),
    }));
    await fc.assert(
      fc.asyncProperty(filterTrees(words), async ({ text, holds }) => {
        const asked = `${address}?$filter=${encodeURIComponent(text)}`;
        const found = requireSuccess(await p.call(fixture.reader, asked)).elements;
        assert.deepEqual(found, elements.filter(holds), text);
        assert.equal((await p.call(fixture.stranger, asked)).status, 404);
        assert.equal((await p.call(fixture.visitor, asked)).status, 403);
      }),
      { numRuns: sized(75, 150) },
    );
  });
});
