import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import { type Fixture, fixtureOf, peopleOf } from './fixture.ts';

export type Scenario = ScenarioOf<Fixture>;

/** Events as `raises` writes them. This API has none of its own; what Storage tells of folders and files counts. */
export const runScenarios = scenarioRunner(peopleOf, fixtureOf, ({ type }) => type);
