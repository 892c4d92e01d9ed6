import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres.ts';
import { type Inspector, inspectorOf } from './inspect.ts';
import type { Program } from './program.ts';
import { expect, openWorld, type World } from './world.ts';

/** A running program, and what looks behind its back. Killing it gives the next stage. */
export interface Stage {
  readonly world: World;
  readonly inspector: Inspector;
  readonly program: Program;
}

export interface Setting {
  /** Absent: SQLite. */
  readonly databaseUrl?: string | undefined;
  /** That somebody hears of, besides those of new twins. */
  readonly events?: readonly string[];
}

/** Runs a play on a new installation, whose programs are all gone afterwards. `play` answers the last of them. */
export async function onStage(setting: Setting, play: (stage: Stage) => Promise<Program>): Promise<void> {
  const { databaseUrl, events = [] } = setting;
  const folder = mkdtempSync(join(tmpdir(), 'twin-crash-'));
  const world = await openWorld(folder, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
  const programs: Program[] = [];
  const watched: World = { ...world, start: () => kept(programs, world.start()) };
  let inspector: Inspector | undefined;
  try {
    const program = watched.start();
    await program.ready();
    await world.signIn();
    inspector = await inspectorOf(world.dataDir, databaseUrl);
    await subscribe(world, events);
    const last = await play({ world: watched, inspector, program });
    assert.deepEqual(await last.end('SIGINT'), { code: 0, signal: null }, last.output());
  } finally {
    await inspector?.close();
    for (const program of programs) await program.end('SIGKILL');
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same on a PostgreSQL of its own. */
export async function onPostgres(play: (databaseUrl: string) => Promise<void>): Promise<void> {
  const postgres = await startPostgres();
  await play(await postgres.createDatabase()).finally(() => postgres.stop());
}

/** Kills the program, unless it is dead already; answers the stage with the next one. */
export async function killed(stage: Stage): Promise<Stage> {
  await stage.program.end('SIGKILL');
  const program = stage.world.start();
  await program.ready();
  return { ...stage, program };
}

function kept(programs: Program[], program: Program): Program {
  programs.push(program);
  return program;
}

/** Has events sent: what is half written is looked for by what was told, too. */
async function subscribe(world: World, events: readonly string[]): Promise<void> {
  const eventTypes = ['twins.twinCreated.v1', ...events];
  const body = { callbackUrl: world.receiver.url, scope: 'Account', eventTypes };
  const { id } = await expect(202, world.call('POST', '/webhooks', body));
  await expect(200, world.call('PATCH', `/webhooks/${id}`, { active: true }));
}

export async function newTwin(world: World): Promise<string> {
  const body = { class: 'Endeavor', subClass: 'Project', displayName: 'Yard' };
  return (await expect(201, world.call('POST', '/twins/', body))).twin.id;
}
