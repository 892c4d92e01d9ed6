import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import { fixtureOf, type People, peopleOf } from './fixture.ts';

export type Scenario = ScenarioOf<People>;

export const runScenarios = scenarioRunner(peopleOf, fixtureOf, ({ type }) => type);
