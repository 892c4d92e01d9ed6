import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { servedApis } from '../../src/start/served-apis.ts';
import { eachPlatform } from '../support/platform.ts';
import { newSociety, newWorld, pathWith } from '../support/world.ts';
import type { Society } from '../support/world-part.ts';
import { operationsOf, queryOf } from '../support/world-requests.ts';
import { cannotSucceed } from './permission-rules.ts';

const deletions = (await servedApis()).flatMap((api) => api.endpoints).filter(({ method }) => method === 'DELETE');
/** Taking a favorite away that is none succeeds (twins.md), and so does switching off what is off (request-log.md). */
const succeedsAgain = ['twins.removeTwinFromMyFavorites', 'observability.forgetBodies'];

eachPlatform('deletions at the same time', (platform) => {
  let society: Society;
  before(async () => {
    society = await newSociety(await platform());
  });

  for (const endpoint of deletions) {
    it(`${endpoint.id}: one succeeds, the others find nothing`, async () => {
      const p = await platform();
      const prefix = operationsOf(p).find((one) => one.endpoint.id === endpoint.id)?.prefix;
      const world = newWorld(p, society);
      const path = prefix + pathWith(endpoint, await world.paramsOf(endpoint)) + (await queryOf(endpoint, world));
      const conditional: Record<string, string> = { 'If-Match': '*' };
      const headers = [{}, {}, conditional, conditional];
      const answers = await Promise.all(
        headers.map((given) => p.call(society.administrator, `DELETE ${path}`, { headers: given })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      if (succeedsAgain.includes(endpoint.id)) return assert.deepEqual(statuses, [204, 204, 204, 204]);
      if (statuses.every((status) => status === cannotSucceed[endpoint.id])) return;
      const [won, ...late] = statuses;
      assert.ok(won === 204 || won === 200, JSON.stringify(answers[0]?.body)); // a job is cancelled with its state
      const none = [404, 412, cannotSucceed[endpoint.id]];
      assert.ok(
        late.every((status) => none.includes(status)),
        String(late),
      );
    });
  }
});
