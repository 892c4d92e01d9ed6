import type { Platform } from '../../../../test/support/platform.ts';
import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import { type Fixture, fixtureOf } from './fixture.ts';

export type Scenario = ScenarioOf<Fixture>;

/** A library belongs to an organization, so each fixture has one of its own. There are no events. */
const newRunner = () =>
  scenarioRunner(
    async (p: Platform) => p,
    fixtureOf,
    ({ type }) => type,
  );

export const runScenarios = newRunner();

/** In an organization of their own: what was looked at in another one is written down a little later. */
export const runAnalyticsScenarios = newRunner();
