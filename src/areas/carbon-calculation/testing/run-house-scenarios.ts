import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import { type HouseFixture, houseFixture, houseIn } from './house.ts';

export type HouseScenario = ScenarioOf<HouseFixture>;

export const runHouseScenarios = scenarioRunner(houseIn, houseFixture, ({ type }) => type);
