import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { servedApis } from '../../src/start/served-apis.ts';
import { eachPlatform } from '../support/platform.ts';
import type { World } from '../support/world.ts';
import { operationsOf } from '../support/world-requests.ts';
import {
  askFor,
  type BothModes,
  cannotSucceed,
  dueTo,
  forAdministrators,
  free,
  idsOfTwins,
  openBoth,
} from './modes.ts';
import { snapshotOf } from './snapshot.ts';

/*
 * Every operation, called through a production application with the ids of a sandbox, and through a test application
 * with those of a production twin, by the administrator of both: nothing of the other mode is there for them, and
 * nothing of it changes. What belongs to no twin is read by both, and changed in production only.
 */

const endpoints = (await servedApis()).flatMap((api) => api.endpoints);
const isTestMode = (id: string): boolean => id.startsWith('testmode.');

eachPlatform('both modes', (platform) => {
  let both: BothModes;
  before(async () => {
    both = await openBoth(await platform());
  });
  const operation = (id: string) => {
    const found = operationsOf(both.production.p).find(({ endpoint }) => endpoint.id === id);
    assert.ok(found, id);
    return found;
  };

  describe('a production token', () => {
    untouched(() => both.test, forAdministrators);
    for (const { id, method, path } of endpoints) {
      it(`${id}: ${method} ${path}`, async () => {
        const asked = await askFor(operation(id), both.test);
        if (!asked.names && method !== 'GET' && !isTestMode(id)) return; // it is of neither mode
        const { status, code, detail, learned, text } = await asked.by(both.inProduction);
        assert.deepEqual(learned, [], `${learned} of ${text}`);
        if (isTestMode(id)) assert.deepEqual([status, code, detail], [404, 'ResourceNotFound', 'OperationNotFound']);
        else if (asked.names) assert.equal(status, dueTo({ id, path }), text);
        else assert.ok(status < 400 || status === cannotSucceed[id], text);
      });
    }
  });

  describe('a test token', () => {
    untouched(() => both.production);
    for (const { id, method, path } of endpoints.filter((one) => !isTestMode(one.id))) {
      it(`${id}: ${method} ${path}`, async () => {
        const asked = await askFor(operation(id), both.production);
        const { status, code, learned, text } = await asked.by(both.inTest);
        assert.deepEqual(learned, [], `${learned} of ${text}`);
        if (asked.names) assert.equal(status, dueTo({ id, path }), text);
        else if (forAdministrators.includes(id)) assert.equal(status, 403, text);
        else if (method === 'GET' || free.includes(id)) assert.ok(status < 400 || status === cannotSucceed[id], text);
        else assert.deepEqual([status, code], [403, 'InsufficientPermissions'], text);
      });
    }
  });
});

/** Declares that whatever else is done beside it changes nothing of a world. */
function untouched(world: () => World, refused: readonly string[] = []): void {
  let before: Readonly<Record<string, string>>;
  it('is looked at before', async () => {
    before = await snapshotOf(world(), refused);
    world().p.takeEvents();
  });
  after(async () => {
    assert.deepEqual(await snapshotOf(world(), refused), before);
    const ids = await idsOfTwins(world());
    const events = world().p.takeEvents();
    assert.deepEqual(
      events.filter((event) => ids.includes(event.twin.id)),
      [],
    );
  });
}
