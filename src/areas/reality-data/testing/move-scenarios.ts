import assert from 'node:assert/strict';
import { itemIdOf } from '../../../std/item-id.ts';
import { api, fill, linkOf } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const into = (name: string, id: string, twinId: string, status: number, more: Partial<Scenario> = {}): Scenario => ({
  name,
  call: `PATCH ${api}/{${id}}/move`,
  as: 'surveyor',
  body: { twinId: `{${twinId}}` },
  status,
  ...more,
});

export const moveScenarios: readonly Scenario[] = [
  into('data moves with its files into another twin', 'scan', 'secondTwin', 204, {
    raises: ['storage.fileDeleted.v1', 'storage.fileCreated.v1', 'storage.fileCreated.v1'],
    async proves(_, { p, surveyor, visitor, viewer, scan, twinId, secondTwin }) {
      assert.equal((await p.call(visitor, `GET ${api}/${scan}`)).body.realityData.displayName, 'Site scan');
      assert.deepEqual((await p.call(surveyor, `GET ${api}/${scan}/twins`)).body.twins, [secondTwin]);
      const listed = (await p.call(viewer, `GET ${api}?twinId=${twinId}`)).body.realityData;
      assert.ok(listed.every(({ id }: { id: string }) => id !== scan));
      const link = await linkOf(p, surveyor, scan, 'read');
      assert.equal(await (await fetch(link.replace('?', '/site.prj?'))).text(), 'PROJCS[]');
      const before = itemIdOf({ twinId, guid: scan });
      assert.equal((await p.call(surveyor, `GET /storage/folders/${before}`)).status, 404);
      const folder = itemIdOf({ twinId: secondTwin, guid: scan });
      const { items } = (await p.call(surveyor, `GET /storage/folders/${folder}/list`)).body;
      const half = folder.slice(0, 21);
      assert.deepEqual(
        items.map(({ displayName, _links }: { displayName: string; _links: { self?: { href: string } } }) => [
          displayName,
          JSON.stringify(_links).includes(half),
        ]),
        [
          ['site.las', true],
          ['site.prj', true],
        ],
      );
      await fill(p, surveyor, scan, { 'more/later.las': 'x' });
      const again = await p.call(surveyor, `PATCH ${api}/${scan}/move`, { body: { twinId } });
      assert.equal(again.status, 204, 'and back');
      assert.equal((await p.call(viewer, `GET ${api}/${scan}`)).status, 200);
    },
  }),
  into('data that is there already', 'scan', 'twinId', 409, { code: 'AlreadyExists' }),
  into('data of several twins', 'shared', 'secondTwin', 422, { targets: ['id'] }),
  {
    ...into('data that has changed', 'scan', 'secondTwin', 412, { code: 'PreconditionFailed' }),
    headers: { 'If-Match': '"77"' },
  },
];
