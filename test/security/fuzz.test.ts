import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Endpoint } from '../../src/kernel/http/endpoint.ts';
import { eachPlatform, type Person, type Platform } from '../support/platform.ts';
import { requestsOf } from './fuzz-requests.ts';

const requestsPerBackEnd = 5000;
const atOnce = 16;

/**
 * Requests made from the endpoint values: boundary values, wrong types, huge numbers, deep JSON, Unicode, doubled and
 * unknown parameters. The platform checks each answer against its declaration and turns a wrong one into a 500, so
 * one rule is enough: no request is answered with 5xx.
 */
eachPlatform('fuzz', (platform) => {
  it(`answers ${requestsPerBackEnd} generated requests without a 5xx`, { timeout: 240_000 }, async () => {
    const p = await platform();
    const owner = await p.person();
    const endpoints = p.app.apis.flatMap((api) =>
      api.endpoints.map((endpoint) => ({ endpoint, auth: api.at === 'auth' })),
    );
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
    const each = Math.ceil(requestsPerBackEnd / endpoints.length);
    const faults: string[] = [];
    for (const { endpoint, auth } of endpoints) {
      const ids = await worldOf(p, owner);
      const requests = fc.sample(requestsOf(endpoint, ids), { numRuns: each, seed });
      for (let at = 0; at < requests.length; at += atOnce) {
        const some = requests.slice(at, at + atOnce);
        const told = await Promise.all(some.map((request) => send(p, owner, endpoint, auth, request)));
        faults.push(...told.filter((fault) => fault !== undefined));
      }
    }
    assert.deepEqual(faults.slice(0, 5), [], `seed ${seed}, ${faults.length} faults`);
  });
});

type Request = ReturnType<typeof requestsOf> extends fc.Arbitrary<infer R> ? R : never;

async function send(
  p: Platform,
  who: Person,
  endpoint: Endpoint,
  auth: boolean,
  request: Request,
): Promise<string | undefined> {
  const path = (auth ? '/auth' : '') + request.path;
  const answer = await p.call(who, `${endpoint.method} ${path}`, {
    headers: request.headers,
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  if (answer.status < 500 && errorIsWhole(answer)) return undefined;
  return `${answer.status}: ${endpoint.id} ${path} ${JSON.stringify(request)}`.slice(0, 500);
}

function errorIsWhole(answer: { status: number; body: { error?: { code?: unknown; message?: unknown } } }): boolean {
  if (answer.status < 400) return true;
  const { code, message } = answer.body.error ?? {};
  return typeof code === 'string' && code !== '' && typeof message === 'string' && message !== '';
}

/** Real ids by parameter name, so that many requests reach the handlers. */
async function worldOf(p: Platform, owner: Person): Promise<Record<string, string>> {
  const { id } = await p.twin(owner);
  return { id, twinId: id, memberId: owner.userId };
}
