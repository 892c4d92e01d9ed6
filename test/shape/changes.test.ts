import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reachOf } from '../../src/api/http/reach.ts';
import { servedApis } from '../../src/start/served-apis.ts';

/* What an operation changes decides who may do it in test mode (testmode.md section 2), so each one says where that is. */

it('every operation that changes something says where', async () => {
  const endpoints = (await servedApis()).flatMap((api) => api.endpoints);
  const changing = endpoints.filter(({ method, head }) => method !== 'GET' || head === false);
  const silent = changing.filter((endpoint) => reachOf(endpoint) === undefined);
  assert.deepEqual(
    silent.map(({ id }) => id),
    [],
    'Their access rules or they themselves need `changes`.',
  );
});
