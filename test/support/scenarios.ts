import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlatformEvent } from '../../src/api/ports/events.ts';
import type { DatabaseCopy } from './database-copy.ts';
import { comparable, inForeignWords } from './foreign-words.ts';
import type { Answer, OpenPlatform, Part, Person, Platform } from './platform.ts';

/** A request and what it is answered with. `{name}` in texts is filled in from the fixture. */
export interface ScenarioOf<F> {
  readonly name: string;
  readonly call: string;
  /** Which person of the fixture calls; absent: without a token. */
  readonly as?: PeopleOf<F>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code?: string;
  /** Targets of the details, in their order. */
  readonly targets?: readonly (string | null)[];
  /** Exactly the events that it raises; absent: none. Looked at where the runner knows how to write them. */
  readonly raises?: readonly string[];
  /**
   * Runs on PostgreSQL and S3 in every run, too. Absent: where it is a success or a conflict, since refusals end before
   * the statements that are an operation's own; the slow suite runs everything on both.
   */
  readonly onBoth?: boolean;
  /** What else must hold after the answer. */
  proves?(answer: Answer, fixture: F): unknown;
}

type PeopleOf<F> = { [K in keyof F]: F[K] extends Person ? K : never }[keyof F];

const conflicts: readonly number[] = [409, 412];
const runsOnBoth = ({ status, onBoth }: Pick<ScenarioOf<unknown>, 'status' | 'onBoth'>): boolean =>
  onBoth ?? (status < 400 || conflicts.includes(status));
const isOf = (part: Part, scenario: Parameters<typeof runsOnBoth>[0]): boolean =>
  part === 'all' || runsOnBoth(scenario) === (part === 'quick');

/**
 * Declares a test per scenario, each on a fixture that `makeFixture` gives. Where the platform can, it runs once more in
 * words of a table of names: what is answered, led back, must be the same.
 */
export function eachScenario<F extends { readonly p: Platform }>(
  platform: OpenPlatform,
  makeFixture: () => Promise<F>,
  scenarios: readonly ScenarioOf<F>[],
): void {
  platform.withNames?.();
  for (const scenario of scenarios) {
    if (!isOf(platform.part, scenario)) continue;
    it(`${scenario.name}: ${scenario.status}`, async () => {
      const fixture = await makeFixture();
      const told = await run(scenario, fixture);
      if (platform.withNames === undefined || process.env.TEST_NAMES_FILE === undefined) return;
      const again = await makeFixture();
      const named = inForeignWords(again.p);
      const toldInThem = await run(scenario, { ...again, p: named });
      assert.deepEqual(comparable(toldInThem), comparable(told), 'the answer in words of a table is the same');
    });
  }
}

async function run<F extends { readonly p: Platform }>(scenario: ScenarioOf<F>, fixture: F): Promise<Answer> {
  const { as, headers, body } = scenario;
  const sent =
    typeof body === 'object' && !(body instanceof Uint8Array)
      ? JSON.parse(filled(JSON.stringify(body), fixture))
      : body;
  const answer = await fixture.p.call(as && (fixture[as] as Person), filled(scenario.call, fixture), {
    ...(sent === undefined ? {} : { body: sent }),
    ...(headers ? { headers } : {}),
  });
  assert.equal(answer.status, scenario.status, JSON.stringify(answer.body));
  if (scenario.code) assert.equal(answer.body.error.code, scenario.code);
  if (scenario.targets) {
    const targets = answer.body.error.details.map((detail: { target?: string | null }) => detail.target);
    assert.deepEqual(targets, scenario.targets);
  }
  await scenario.proves?.(answer, fixture);
  return answer;
}

/**
 * Makes the function that declares the scenarios of an area. What they begin with is made once for a platform; each of
 * them finds the database as it was then. `eventText` writes an event as `raises` does.
 */
export const scenarioRunner = <People, F extends { readonly p: Platform }>(
  peopleOf: (p: Platform) => Promise<People>,
  fixtureOf: (people: People) => Promise<F>,
  eventText?: (event: PlatformEvent) => string,
) => {
  const beginnings = new WeakMap<Platform, Promise<{ readonly fixture: F; readonly copy: DatabaseCopy }>>();
  async function begin(p: Platform) {
    const fixture = await fixtureOf(await peopleOf(p));
    return { fixture, copy: await p.copy() };
  }
  async function beginAgain(p: Platform): Promise<F> {
    const beginning = beginnings.get(p) ?? begin(p);
    beginnings.set(p, beginning);
    const { fixture, copy } = await beginning;
    await copy.putBack();
    p.takeEvents();
    return fixture;
  }
  return (platform: OpenPlatform, title: string, scenarios: readonly ScenarioOf<F>[]): void => {
    describe(title, () => {
      const checked = scenarios.map((one) => (eventText ? withEvents(one, eventText) : one));
      eachScenario(platform, async () => beginAgain(await platform()), checked);
    });
  };
};

const withEvents = <F extends { readonly p: Platform }>(
  scenario: ScenarioOf<F>,
  eventText: (event: PlatformEvent) => string,
): ScenarioOf<F> => ({
  ...scenario,
  async proves(answer, fixture) {
    assert.deepEqual(fixture.p.takeEvents().map(eventText), scenario.raises ?? [], 'events');
    await scenario.proves?.(answer, fixture);
  },
});

const filled = <S extends object>(text: string, fixture: S): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = (fixture as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : whole;
  });
