import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import { type Fixture, fixtureOf, peopleOf } from './fixture.ts';

export type Scenario = ScenarioOf<Fixture>;

/** Events as `raises` writes them. */
export const runScenarios = scenarioRunner(peopleOf, fixtureOf, ({ type }) => type);
