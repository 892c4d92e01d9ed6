import { createHash } from 'node:crypto';
import type { Caller } from '../../kernel/callers/people.ts';
import type { Database, Migration } from '../../kernel/db/database.ts';
import { tables } from '../../kernel/db/query.ts';
import { type JsonOf, jsonOf, readJson } from '../../std/json.ts';
import type { Outcome } from './endpoint.ts';
import { type Failed, fail, isFailed, type Problem, problems } from './problem.ts';

interface IdempotencyTables {
  idempotency_keys: {
    id: string;
    request: string;
    started: number;
    status: number | null;
    answer: JsonOf<Outcome> | null;
  };
}

const q = tables<IdempotencyTables>();
const day = 86_400_000;
/** A first request that is still "running" after this died with its process. */
const longestRun = 10 * 60_000;

export const idempotencyMigrations: Migration[] = [
  {
    id: 'idempotency-1',
    statements: [
      'CREATE TABLE idempotency_keys (id {text} PRIMARY KEY, request {text} NOT NULL, started bigint NOT NULL, status bigint, answer {text})',
      'CREATE INDEX idempotency_keys_started ON idempotency_keys (started)',
    ],
  },
];

export interface KeyedRequest {
  readonly key: string;
  readonly caller: Caller;
  readonly path: string;
  readonly body: unknown;
  readonly now: number;
  /** The operation's 422. */
  readonly invalid: Problem | undefined;
}

/**
 * Runs a POST once per Idempotency-Key, application, user and path: a repeat within 24 h gets the first success
 * again, another body is refused, a first one still running is a conflict. Failures are not kept.
 */
export async function runOnce(db: Database, request: KeyedRequest, run: () => Promise<Outcome>): Promise<Outcome> {
  if (request.key.length < 1 || request.key.length > 128) return wrongKey(request, 'must have 1 to 128 characters.');
  const id = digest([request.caller.clientId, request.caller.userId, request.path, request.key]);
  const body = digest([JSON.stringify(request.body) ?? '']);
  const before = await claim(db, id, body, request.now);
  if (before !== 'claimed') {
    if (before.request !== body) return wrongKey(request, 'was used with another request body.');
    if (before.answer === null) return fail(problems.dataConflict);
    return readJson(before.answer);
  }
  const release = () => db.write((tx) => tx.run(q.deleteFrom('idempotency_keys').where('id', '=', id)));
  try {
    const outcome = await run();
    if (isFailed(outcome)) await release();
    else {
      const answer = jsonOf(outcome);
      await db.write((tx) =>
        tx.run(q.updateTable('idempotency_keys').set({ status: outcome.status, answer }).where('id', '=', id)),
      );
    }
    return outcome;
  } catch (error) {
    await release();
    throw error;
  }
}

function claim(db: Database, id: string, request: string, now: number) {
  return db.write(async (tx) => {
    const row = await tx.first(q.selectFrom('idempotency_keys').selectAll().where('id', '=', id));
    const alive = row && row.started > now - (row.answer === null ? longestRun : day);
    if (alive) return row;
    await tx.run(q.deleteFrom('idempotency_keys').where('started', '<', now - day));
    await tx.run(
      q
        .insertInto('idempotency_keys')
        .values({ id, request, started: now, status: null, answer: null })
        .onConflict((on) => on.column('id').doUpdateSet({ request, started: now, status: null, answer: null })),
    );
    return 'claimed' as const;
  });
}

function wrongKey(request: KeyedRequest, what: string): Failed {
  return fail(request.invalid ?? problems.invalidRequest, {
    details: [{ code: 'InvalidHeaderValue', message: `Idempotency-Key ${what}`, target: 'Idempotency-Key' }],
  });
}

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
