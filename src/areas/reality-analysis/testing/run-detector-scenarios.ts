import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import { type DetectorFixture, fixtureOf, peopleOf } from './detectors.ts';

export type DetectorScenario = ScenarioOf<DetectorFixture>;

export const runDetectorScenarios = scenarioRunner(peopleOf, fixtureOf, ({ type }) => type);
