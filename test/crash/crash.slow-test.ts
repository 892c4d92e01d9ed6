import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Chance, chanceOf, seedOf, sized } from '../support/chance.ts';
import { findDeliveryFaults } from './deliveries.ts';
import { findBrokenBlobs, findHalfWrites, type Inspector, inspectorOf } from './inspect.ts';
import { check, newLedger } from './ledger.ts';
import type { Program } from './program.ts';
import { onPostgres } from './stage.ts';
import { comesTrue } from './steps.ts';
import { expect, openWorld, type World } from './world.ts';
import { type Writer, writeOn } from './writers.ts';

const seed = seedOf('random writes that are killed');
const writersCount = 4;
const eventTypes = [
  'twins.twinCreated.v1',
  'twins.twinUpdated.v1',
  'twins.twinDeleted.v1',
  'accessControl.memberAdded.v1',
  'accessControl.roleAssigned.v1',
];

/** Kills the program at random moments under random writes, and looks after each start what is there. */
async function crash(rounds: number, databaseUrl: string | undefined, tell: (text: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-crash-'));
  const random = chanceOf(seed);
  const world = await openWorld(folder, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  let program: Program | undefined;
  try {
    // slow enough that some deliveries are under way at each kill
    world.receiver.answerWith((response, _received, nth) => setTimeout(() => response.end(), nth % 40));
    await killStarts(world, random, 3);
    program = world.start();
    await program.ready();
    await world.signIn();
    const secret = await subscribe(world);
    const inspector = await inspectorOf(world.dataDir, databaseUrl);
    const writers = Array.from({ length: writersCount }, (_, at) => newWriter(at, random));
    for (let round = 0; round < rounds; round++) {
      program = await crashOnce(world, program, writers, random);
      await checkRound(world, inspector, writers, `round ${round + 1}`);
    }
    const facts = writers.map(({ ledger }) => ledger);
    await outboxEmpty(inspector);
    assert.deepEqual(await findDeliveryFaults(inspector, world.receiver.received, secret, facts), []);
    for (const ledger of facts) assert.deepEqual(await check(ledger, 'all'), [], 'all that was ever seen');
    const acknowledged = facts.reduce((sum, ledger) => sum + ledger.acknowledged, 0);
    const { received } = world.receiver;
    const repeated = received.length - new Set(received.map(({ body }) => JSON.parse(body).messageId)).size;
    tell(`${rounds} rounds, ${acknowledged} acknowledged writes, ${received.length} events, ${repeated} of them again`);
    await inspector.close();
    assert.deepEqual(await program.end('SIGINT'), { code: 0, signal: null }, program.output());
  } finally {
    await program?.end('SIGKILL');
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends the program while it starts, on the empty folder first: migrations and set-up are writes too. */
async function killStarts(world: World, random: Chance, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const program = world.start();
    await sleep(random.whole(50, 700));
    await program.end('SIGKILL');
  }
}

const newWriter = (at: number, random: Chance): Writer => ({
  name: `Writer ${at}`,
  ledger: newLedger(),
  twins: [],
  random: chanceOf(random.whole(0, 2 ** 31)),
  made: 0,
});

/** Makes the test's subscriber; answers the secret that signs the events. */
async function subscribe(world: World): Promise<string> {
  const body = { callbackUrl: world.receiver.url, scope: 'Account', eventTypes };
  const { id, secret } = await expect(202, world.call('POST', '/webhooks', body));
  await expect(200, world.call('PATCH', `/webhooks/${id}`, { active: true }));
  return secret;
}

/** Lets the writers write, kills the program under them, and starts it again. */
async function crashOnce(world: World, program: Program, writers: readonly Writer[], random: Chance): Promise<Program> {
  const writing = Promise.all(writers.map((writer) => writeOn(writer, world)));
  await Promise.race([sleep(random.whole(200, 900)), writing]);
  await program.end('SIGKILL');
  await writing;
  if (random.whole(1, 5) === 1) await killStarts(world, random, 1);
  const next = world.start();
  await next.ready();
  return next;
}

async function checkRound(
  world: World,
  inspector: Inspector,
  writers: readonly Writer[],
  round: string,
): Promise<void> {
  await comesTrue('every job ends', 20, async () => {
    const active = await inspector.rows("SELECT id FROM access_jobs WHERE status = 'Active'");
    return active.length === 0;
  });
  for (const { ledger } of writers) assert.deepEqual(await check(ledger, 'touched'), [], round);
  assert.deepEqual(await findHalfWrites(inspector), [], round);
  assert.deepEqual(await findBrokenBlobs(inspector, world.dataDir), [], round);
}

/** An attempt that died with its process is tried again after half a minute. */
const outboxEmpty = (inspector: Inspector): Promise<void> =>
  comesTrue('every event is delivered', 60, async () => {
    const waiting = await inspector.rows("SELECT message_id FROM webhook_deliveries WHERE state = 'Pending'");
    return waiting.length === 0;
  });

describe('the program, killed under random writes', () => {
  const note = (text: string) => console.log(`seed ${seed}: ${text}`);

  it('loses and halves nothing on SQLite and files', () => crash(sized(6, 30), undefined, note));

  it('loses and halves nothing on PostgreSQL and files', () => onPostgres((url) => crash(sized(6, 12), url, note)));
});
