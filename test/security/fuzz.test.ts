import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fc, seedOf, sized, testSeed } from '../support/chance.ts';
import { type Answer, eachPlatform, type Person, type Platform } from '../support/platform.ts';
import { newSociety, newWorld, type World } from '../support/world.ts';
import { worldTable } from '../support/world-parts.ts';
import { contentOf, type Operation, operationsOf, queryOf } from '../support/world-requests.ts';
import { type GeneratedRequest, requestsOf } from './fuzz-requests.ts';

const allRequests = sized(2500, 5000);
/** What the quick suite asks of the second back end. */
const fewRequests = sized(1000, 1500);
const atOnce = 16;
const mostAtOnce = worldTable('mostAtOnce');

/**
 * Requests made from the endpoint values: boundary values, wrong types, huge numbers, deep JSON, Unicode, doubled and
 * unknown parameters, and good ones with one thing spoilt. The platform checks each answer against its declaration and
 * turns a wrong one into a 500, so one rule is enough: no request is answered with 5xx.
 */
eachPlatform('fuzz', (platform) => {
  const count = platform.part === 'quick' ? fewRequests : allRequests;
  it('answers generated requests without a 5xx', async () => {
    const p = await platform();
    const society = await newSociety(p);
    const operations = operationsOf(p);
    const each = Math.ceil(count / operations.length);
    const shared = newWorld(p, society);
    let world = shared;
    const faults: string[] = [];
    for (const operation of operations) {
      for (let at = 0; at < each; at += atOnce) {
        if (at === 0 || consumes(operation)) world = isReading(operation) ? shared : newWorld(p, society);
        const from = await requestsIn(world, operation);
        const some = { seed: seedOf(`fuzz ${operation.endpoint.id} ${at}`), numRuns: Math.min(atOnce, each - at) };
        const requests = fc.sample(from, some);
        const callers = [society.administrator, society.administrator, society.service];
        const together = mostAtOnce[operation.endpoint.id] ?? atOnce;
        for (let first = 0; first < requests.length; first += together) {
          const told = requests
            .slice(first, first + together)
            .map((request, place) => send(p, callers[(first + place) % 3], operation, request));
          const found = (await Promise.all(told)).filter((fault) => fault !== undefined);
          if (found.length > 0 && faults.length === 0) {
            found.unshift(...(await smallest(from, some, (request) => send(p, callers[0], operation, request))));
          }
          faults.push(...found);
        }
      }
    }
    assert.deepEqual(faults.slice(0, 5), [], `seed ${testSeed}, ${faults.length} faults`);
  });
});

const isReading = ({ endpoint }: Operation) => endpoint.method === 'GET';
/** Operations that answer 204 delete, restore or accept something, which is then not there for a further request. */
const consumes = ({ endpoint }: Operation) => 204 in endpoint.answers;

async function requestsIn(world: World, { endpoint }: Operation): Promise<fc.Arbitrary<GeneratedRequest>> {
  const params = await world.paramsOf(endpoint);
  const query = (await queryOf(endpoint, world)).slice(1);
  const { body } = { body: undefined, ...(await contentOf(endpoint, world)) };
  return requestsOf(endpoint, { params, query, body });
}

/** The fault of the smallest request that has one when it comes alone. */
async function smallest(
  from: fc.Arbitrary<GeneratedRequest>,
  some: fc.Parameters<[GeneratedRequest]>,
  faultOf: (request: GeneratedRequest) => Promise<string | undefined>,
): Promise<string[]> {
  const isRight = async (request: GeneratedRequest) => (await faultOf(request)) === undefined;
  const { counterexample } = await fc.check(fc.asyncProperty(from, isRight), some);
  const fault = counterexample && (await faultOf(counterexample[0]));
  return fault ? [`smallest: ${fault}`] : [];
}

async function send(
  p: Platform,
  who: Person | undefined,
  { endpoint, prefix }: Operation,
  { path, headers, body }: GeneratedRequest,
): Promise<string | undefined> {
  const call = `${endpoint.method} ${prefix}${path}`;
  if (endpoint.id === 'observability.tailRequests' && (await streams(p, who, prefix + path, headers))) return undefined;
  const answer = await p.call(who, call, { headers, ...(body === undefined ? {} : { body }) });
  if (answer.status < 500 && errorIsWhole(answer)) return undefined;
  return `${answer.status}: ${endpoint.id} ${call} ${JSON.stringify(headers)} ${body}`.slice(0, 500);
}

/** Whether a stream begins, which would not end by itself. */
async function streams(
  p: Platform,
  who: Person | undefined,
  path: string,
  headers: GeneratedRequest['headers'],
): Promise<boolean> {
  const authorization = who ? { Authorization: `Bearer ${who.token}` } : {};
  const response = await fetch(p.address + path, { headers: { ...authorization, ...headers } });
  await response.body?.cancel();
  return response.status === 200;
}

function errorIsWhole({ status, body }: Answer): boolean {
  if (status < 400) return true;
  const { code, message } = body.error ?? {};
  return typeof code === 'string' && code !== '' && typeof message === 'string' && message !== '';
}
