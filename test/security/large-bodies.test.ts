import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRaw } from '../../src/api/http/endpoint.ts';
import { sized } from '../support/chance.ts';
import { type Answer, type Platform, startPlatform } from '../support/platform.ts';
import { longestTurnWithin, processorTime } from '../support/processor-time.ts';
import { newSociety, newWorld, pathWith, type World } from '../support/world.ts';
import { contentOf, type Operation, operationsOf, queryOf } from '../support/world-requests.ts';
import { dearestJson, largeBodiesOf } from './large-bodies.ts';

/** How many bodies an operation is sent: more where they may be larger than usual. */
const few = sized(2, 60);
const many = sized(8, 300);
/** A refusal names a hundred faults at most, each with a target and a sentence. */
const longestRefusal = 2 ** 17;
/** What an answer may be larger than its request. */
const mostGrowth = 20;
/**
 * Turns in units of parsing the JSON that takes longest of all that is read, which is a twentieth of a second or more.
 * The longest turns are four; what grows with a power of the body takes hundreds.
 */
const mostUnits = 20;

const operations = (p: Platform): Operation[] =>
  operationsOf(p).filter(({ endpoint: { body } }) => body !== undefined && !isRaw(body));

/*
 * Whoever may sign in can send what they like: no body of the largest size, full of whatever, keeps the others waiting,
 * and no refusal is larger than a page.
 */
describe('bodies of the largest size', () => {
  it('hold the event loop for a moment only, and are answered with little', async (t) => {
    const p = await startPlatform({ checkAnswers: false });
    t.after(() => p.stop());
    const society = await newSociety(p);
    const world = newWorld(p, society);
    const json = dearestJson();
    const unit = Math.min(...Array.from({ length: 5 }, () => processorTime(() => JSON.parse(json))));
    const faults: string[] = [];
    for (const operation of operations(p)) {
      const { endpoint } = operation;
      const send = await senderOf(world, operation);
      const { body } = { body: undefined, ...(await contentOf(endpoint, world)) };
      await send('{}'); // what is compiled at its first use
      for (const { name, text } of largeBodiesOf(endpoint, body, endpoint.maxBody === undefined ? few : many)) {
        const { answer, turn } = await longestTurnWithin(mostUnits * unit, () => send(text));
        const fault = faultOf(answer, text) ?? (turn > mostUnits * unit ? `holds ${turn} ms of ${unit}` : undefined);
        if (fault !== undefined) faults.push(`${endpoint.id}: ${name}: ${answer.status} ${fault}`);
      }
    }
    assert.deepEqual(faults, []);
  });
});

async function senderOf(world: World, { endpoint, prefix }: Operation): Promise<(body: string) => Promise<Answer>> {
  const path = pathWith(endpoint, await world.paramsOf(endpoint)) + (await queryOf(endpoint, world));
  const { p, society } = world;
  return (body) => p.call(society.administrator, `${endpoint.method} ${prefix}${path}`, { body });
}

function faultOf({ status, body }: Answer, text: string): string | undefined {
  const bytes = JSON.stringify(body).length;
  if (status >= 500) return 'fails';
  if (status >= 400 && bytes > longestRefusal) return `is refused with ${bytes} bytes`;
  if (status >= 400 && (body.error.details?.length ?? 0) > 100) return 'has more than 100 details';
  return bytes > mostGrowth * text.length ? `is answered with ${bytes} bytes` : undefined;
}
