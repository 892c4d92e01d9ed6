import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { type Answer, eachPlatform, type Person, type Platform } from '../support/platform.ts';
import { newSociety, newWorld, type World } from '../support/world.ts';
import { worldTable } from '../support/world-parts.ts';
import { contentOf, type Operation, operationsOf, queryOf } from '../support/world-requests.ts';
import { type GeneratedRequest, requestsOf } from './fuzz-requests.ts';

const allRequests = 5000;
/** What the quick suite asks of the second back end. */
const fewRequests = 1500;
const atOnce = 16;
const mostAtOnce = worldTable('mostAtOnce');

/**
 * Requests made from the endpoint values: boundary values, wrong types, huge numbers, deep JSON, Unicode, doubled and
 * unknown parameters, and good ones with one thing spoilt. The platform checks each answer against its declaration and
 * turns a wrong one into a 500, so one rule is enough: no request is answered with 5xx.
 */
eachPlatform('fuzz', (platform) => {
  const count = platform.part === 'quick' ? fewRequests : allRequests;
  it(`answers ${count} generated requests without a 5xx`, async () => {
    const p = await platform();
    const society = await newSociety(p);
    const operations = operationsOf(p);
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
    const each = Math.ceil(count / operations.length);
    const shared = newWorld(p, society);
    let world = shared;
    const faults: string[] = [];
    for (const [index, operation] of operations.entries()) {
      for (let at = 0; at < each; at += atOnce) {
        if (at === 0 || consumes(operation)) world = isReading(operation) ? shared : newWorld(p, society);
        const requests = await requestsIn(world, operation, {
          seed: seed + index * each + at,
          count: Math.min(atOnce, each - at),
        });
        const callers = [society.administrator, society.administrator, society.service];
        const together = mostAtOnce[operation.endpoint.id] ?? atOnce;
        for (let first = 0; first < requests.length; first += together) {
          const told = requests
            .slice(first, first + together)
            .map((request, place) => send(p, callers[(first + place) % 3], operation, request));
          faults.push(...(await Promise.all(told)).filter((fault) => fault !== undefined));
        }
      }
    }
    assert.deepEqual(faults.slice(0, 5), [], `seed ${seed}, ${faults.length} faults`);
  });
});

const isReading = ({ endpoint }: Operation) => endpoint.method === 'GET';
/** Operations that answer 204 delete, restore or accept something, which is then not there for a further request. */
const consumes = ({ endpoint }: Operation) => 204 in endpoint.answers;

async function requestsIn(
  world: World,
  { endpoint }: Operation,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<GeneratedRequest[]> {
  const params = await world.paramsOf(endpoint);
  const query = (await queryOf(endpoint, world)).slice(1);
  const { body } = { body: undefined, ...(await contentOf(endpoint, world)) };
  return fc.sample(requestsOf(endpoint, { params, query, body }), { numRuns: count, seed });
}

async function send(
  p: Platform,
  who: Person | undefined,
  { endpoint, prefix }: Operation,
  { path, headers, body }: GeneratedRequest,
): Promise<string | undefined> {
  const call = `${endpoint.method} ${prefix}${path}`;
  const answer = await p.call(who, call, { headers, ...(body === undefined ? {} : { body }) });
  if (answer.status < 500 && errorIsWhole(answer)) return undefined;
  return `${answer.status}: ${endpoint.id} ${call} ${JSON.stringify(headers)} ${body}`.slice(0, 500);
}

function errorIsWhole({ status, body }: Answer): boolean {
  if (status < 400) return true;
  const { code, message } = body.error ?? {};
  return typeof code === 'string' && code !== '' && typeof message === 'string' && message !== '';
}
