import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import { type Fixture, fixtureOf, peopleOf } from './fixture.ts';

export type Scenario = ScenarioOf<Fixture>;

export const runScenarios = scenarioRunner(peopleOf, fixtureOf);
