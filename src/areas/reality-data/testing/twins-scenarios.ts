import assert from 'node:assert/strict';
import { api } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

export const twinsScenarios: readonly Scenario[] = [
  {
    name: 'its own twin, then the others',
    call: `GET ${api}/{shared}/twins`,
    as: 'viewer',
    status: 200,
    proves: ({ body }, { twinId, secondTwin }) => assert.deepEqual(body, { twins: [twinId, secondTwin] }),
  },
  {
    name: 'members of the other twin read it from then on, and no more once it is dissociated',
    call: `POST ${api}/{scan}/twins/{secondTwin}`,
    as: 'surveyor',
    status: 200,
    async proves({ body }, { p, visitor, surveyor, scan, secondTwin }) {
      assert.deepEqual(body, { twinAssociation: { id: scan, twinId: secondTwin } });
      const status = async () => (await p.call(visitor, `GET ${api}/${scan}`)).status;
      const listed = (await p.call(visitor, `GET ${api}?twinId=${secondTwin}`)).body.realityData;
      assert.deepEqual(
        listed.map((one: { displayName: string }) => one.displayName),
        ['Site scan', 'Terrain'],
      );
      assert.equal(await status(), 200);
      assert.equal((await p.call(surveyor, `DELETE ${api}/${scan}/twins/${secondTwin}`)).status, 204);
      assert.equal(await status(), 403);
      assert.equal((await p.call(surveyor, `DELETE ${api}/${scan}`)).status, 204);
    },
  },
  ...(['{secondTwin}', '{twinId}'] as const).map(
    (twin): Scenario => ({
      name: `a second time, with ${twin}`,
      call: `POST ${api}/{shared}/twins/${twin}`,
      as: 'surveyor',
      status: 409,
      code: 'AssociationExists',
    }),
  ),
  { name: 'the other twin', call: `DELETE ${api}/{shared}/twins/{secondTwin}`, as: 'surveyor', status: 204 },
  {
    name: 'a twin with which it is not associated',
    call: `DELETE ${api}/{scan}/twins/{secondTwin}`,
    as: 'surveyor',
    status: 404,
    code: 'AssociationNotFound',
  },
  {
    name: 'its own twin',
    call: `DELETE ${api}/{shared}/twins/{twinId}`,
    as: 'surveyor',
    status: 422,
    targets: ['twinId'],
  },
];
