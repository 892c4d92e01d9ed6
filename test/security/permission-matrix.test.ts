import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { servedApis } from '../../src/start/served-apis.ts';
import { inventory } from '../support/inventory.ts';
import { eachPlatform } from '../support/platform.ts';
import { newWorld } from '../support/world.ts';
import { differencesOf, type Matrix, openMatrix, readByPlainMember } from './matrix.ts';
import { cannotSucceed, exceptions } from './permission-rules.ts';

/*
 * Every operation, called by everybody. What is due follows from the access rule that the operation declares, which
 * must be that of the specification (permits.tsv of each area), and from a table of the documented exceptions.
 */

const endpoints = (await servedApis()).flatMap((api) => api.endpoints);

describe('declared permissions', () => {
  it('are those of the specification', () => {
    const declared = endpoints.map(({ id, access: { permit } }) =>
      [id, permit.level, permit.permission ?? '-'].join('\t'),
    );
    const lines = inventory('permits').map((row) => row.join('\t'));
    assert.deepEqual(declared.sort(), lines.sort());
  });
});

eachPlatform(
  'permission matrix',
  (platform) => {
    let matrix: Matrix;
    before(async () => {
      matrix = await openMatrix(await platform());
    });

    for (const { id, method, path } of endpoints) {
      it(`${id}: ${method} ${path}`, async () => {
        assert.deepEqual(await differencesOf(matrix, id), []);
      });
    }

    it('has no exception for an operation that is not there', () => {
      const ids = endpoints.map((endpoint) => endpoint.id);
      const named = [...Object.keys(exceptions), ...Object.keys(cannotSucceed)];
      assert.deepEqual(
        named.filter((id) => !ids.includes(id)),
        [],
      );
    });

    it('docs/security.md says what a member without any permission can read', async () => {
      const text = readFileSync('docs/security.md', 'utf8');
      const [, section = ''] = /^## What a member without any permission can read\n(.*?)^## /ms.exec(text) ?? [];
      const told = [...section.matchAll(/`(\w+\.\w+)`/g)].map(([, id]) => id);
      assert.deepEqual((await readByPlainMember(matrix)).sort(), told.sort());
    });

    it('everybody may leave, though not remove others', async () => {
      const { p, society } = matrix;
      const world = newWorld(p, society);
      const person = await p.person({ organizationId: society.organizationId });
      await world.admit(person, []);
      const members = `/accesscontrol/twins/${await world.idOf('twin')}/members/users`;
      assert.equal((await p.call(person, `DELETE ${members}/${await world.idOf('member')}`)).status, 403);
      assert.equal((await p.call(person, `DELETE ${members}/${person.userId}`)).status, 204);
      assert.equal((await p.call(person, `GET ${members}`)).status, 404);
    });
  },
  { bothInSlowSuite: true },
);
