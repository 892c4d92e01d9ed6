import assert from 'node:assert/strict';
import { eventually } from '../../../../test/support/eventually.ts';
import { onlyMaker } from '../../../../test/support/verdicts.ts';
import type { WorldPart } from '../../../../test/support/world-part.ts';
import { timeOfId } from '../../../std/time-id.ts';
import { idOf as idOfAnswer } from './people.ts';

const own = { row: onlyMaker, because: 'who made the request, or manages the application; the administrator did' };

/** A request of the administrator, and the switch of their application. */
export const world: WorldPart = {
  things: {
    async loggedRequest({ p, society }) {
      const id = idOfAnswer(await p.call(society.administrator, 'GET /twins/none')); // a refusal is always kept
      await eventually(async () => {
        assert.equal((await p.call(society.administrator, `GET /observability/requests/${id}`)).status, 200);
      });
      return id;
    },
  },
  thingOf: (path, name) =>
    path.startsWith('/observability/requests/') && name === 'requestId' ? 'loggedRequest' : undefined,
  bodies: { 'observability.keepBodies': () => ({ minutes: 5 }) },
  queries: {
    'observability.getRequests': async ({ idOf }) => `?requestId=${await idOf('loggedRequest')}`,
    // a range that does not go on, so that the same is answered each time
    async 'observability.getRequestSummary'({ idOf }) {
      const id = await idOf('loggedRequest');
      const at = (ms: number) => new Date(ms).toISOString();
      return `?requestId=${id}&from=${at(timeOfId(id))}&to=${at(timeOfId(id) + 1)}`;
    },
    'observability.tailRequests': () => '?status=endless', // a stream would not end
  },
  exceptions: {
    'observability.getRequest': own,
    'observability.getBodies': own,
    'observability.keepBodies': own,
    'observability.forgetBodies': own,
  },
  shared: ['loggedRequest'],
  cannotSucceed: { 'observability.tailRequests': 422 },
  stated: {
    // Open to everybody; empty for who does not see the request.
    'observability.getRequests': { all: 200 },
    'observability.getRequestSummary': { all: 200 },
  },
  due: (operation) => (operation === 'observability.tailRequests' ? 422 : undefined),
};
