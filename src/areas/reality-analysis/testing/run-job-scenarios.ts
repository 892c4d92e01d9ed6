import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import { fixtureOf, type JobFixture, peopleOf } from './jobs.ts';

export type JobScenario = ScenarioOf<JobFixture>;

/** Events as `raises` writes them. */
export const runJobScenarios = scenarioRunner(peopleOf, fixtureOf, ({ type }) => type);
