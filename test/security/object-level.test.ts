import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { servedApis } from '../../src/start/served-apis.ts';
import { eventually } from '../support/eventually.ts';
import { eachPlatform } from '../support/platform.ts';
import { newSociety, newWorld, type World } from '../support/world.ts';
import { operationsOf } from '../support/world-requests.ts';
import { faultsOf, type Intruder } from './object-level.ts';
import { snapshotOf } from './snapshot.ts';

/*
 * Somebody who owns a twin tries every id of another one, in every operation: as they are, and mixed with ids of the
 * own twin. They learn nothing, and nothing of the other twin changes.
 */

const endpoints = (await servedApis()).flatMap((api) => api.endpoints);

eachPlatform(
  'object level',
  (platform) => {
    let theirs: World;
    before(async () => {
      const p = await platform();
      theirs = newWorld(p, await newSociety(p));
      await theirs.complete();
      await atRest(theirs);
    });

    tryAll('an administrator of another organization', () => theirs, administratorElsewhere);
    tryAll('an owner of another twin of the organization', () => theirs, ownerBeside);
  },
  { bothInSlowSuite: true },
);

function tryAll(name: string, theirs: () => World, open: (theirs: World) => Promise<Intruder>): void {
  describe(name, () => {
    let intruder: Intruder;
    let untouched: Readonly<Record<string, string>>;
    before(async () => {
      intruder = await open(theirs());
      await intruder.own.complete();
      untouched = await snapshotOf(theirs());
      theirs().p.takeEvents();
    });

    for (const { id, method, path } of endpoints) {
      it(`${id}: ${method} ${path}`, async () => {
        const operation = operationsOf(theirs().p).find(({ endpoint }) => endpoint.id === id);
        assert.ok(operation);
        assert.deepEqual(await faultsOf(operation, theirs(), intruder), []);
      });
    }

    it('changed nothing', async () => {
      assert.deepEqual(await snapshotOf(theirs()), untouched);
      const twinId = await theirs().idOf('twin');
      const events = theirs().p.takeEvents();
      assert.deepEqual(
        events.filter((event) => event.twin.id === twinId),
        [],
      );
    });
  });
}

async function administratorElsewhere({ p }: World): Promise<Intruder> {
  const society = await newSociety(p);
  return { person: society.administrator, administrates: true, own: newWorld(p, society), known: [] };
}

async function ownerBeside({ p, society: { organizationId } }: World): Promise<Intruder> {
  const own = newWorld(p, await newSociety(p, organizationId));
  const person = await p.person({ organizationId });
  await own.admitOwner(person);
  return { person, administrates: false, own, known: ['account', 'member', 'coOwner'] };
}

/** Waits until the work in the background is done, so that it does not look like a change. */
async function atRest({ p, society, idOf }: World): Promise<void> {
  const exported = await idOf('export');
  const job = await idOf('job');
  await eventually(async () => {
    const { body } = await p.call(society.administrator, `GET /twins/exports/${exported}`);
    assert.equal(body.export.status, 'Completed');
    const { body: seen } = await p.call(society.administrator, `GET /jobs/${job}`);
    assert.equal(seen.job.state, 'Succeeded');
  });
}
