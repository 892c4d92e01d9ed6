import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer, Person, Platform } from './platform.ts';

/** One row of a table of requests and what they are answered with. `{name}` in texts is filled in from the stage. */
export interface Scenario<S> {
  readonly name: string;
  readonly call: string;
  /** Which person of the stage calls; absent: without a token. */
  readonly as?: PeopleOf<S>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code?: string;
  /** Targets of the details, in their order. */
  readonly targets?: readonly (string | null)[];
  /** What else must hold after the answer. */
  proves?(answer: Answer, stage: S): unknown;
}

type PeopleOf<S> = { [K in keyof S]: S[K] extends Person ? K : never }[keyof S];

/** Declares a test per scenario, each on a stage of its own. */
export function playScenarios<S extends { readonly p: Platform }>(
  setStage: () => Promise<S>,
  scenarios: readonly Scenario<S>[],
): void {
  for (const scenario of scenarios) {
    it(`${scenario.name}: ${scenario.status}`, async () => {
      const stage = await setStage();
      const { as, headers, body } = scenario;
      const sent = typeof body === 'object' ? JSON.parse(filled(JSON.stringify(body), stage)) : body;
      const answer = await stage.p.call(as && (stage[as] as Person), filled(scenario.call, stage), {
        ...(sent === undefined ? {} : { body: sent }),
        ...(headers ? { headers } : {}),
      });
      assert.equal(answer.status, scenario.status, JSON.stringify(answer.body));
      if (scenario.code) assert.equal(answer.body.error.code, scenario.code);
      if (scenario.targets) {
        const targets = answer.body.error.details.map((detail: { target?: string | null }) => detail.target);
        assert.deepEqual(targets, scenario.targets);
      }
      await scenario.proves?.(answer, stage);
    });
  }
}

/**
 * Plays rows of scenarios on stages of the same people. Reads and refusals share one stage, which they must not change;
 * everything else gets a stage of its own.
 */
export const rowPlayer =
  <People, S extends { readonly p: Platform }>(
    peopleOf: (p: Platform) => Promise<People>,
    stageOf: (people: People) => Promise<S>,
  ) =>
  (platform: () => Promise<Platform>, title: string, rows: readonly Scenario<S>[]): void => {
    describe(title, () => {
      let people: Promise<People> | undefined;
      let shared: Promise<S> | undefined;
      const newStage = async () => {
        people ??= platform().then(peopleOf);
        return stageOf(await people);
      };
      const sharedStage = () => {
        shared ??= newStage();
        return shared;
      };
      const isHarmless = (row: Scenario<S>) => row.status >= 400 || row.call.startsWith('GET ');
      playScenarios(sharedStage, rows.filter(isHarmless));
      playScenarios(
        newStage,
        rows.filter((row) => !isHarmless(row)),
      );
    });
  };

const filled = <S extends object>(text: string, stage: S): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = (stage as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : whole;
  });
