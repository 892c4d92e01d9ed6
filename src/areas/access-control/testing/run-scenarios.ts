import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import type { PlatformEvent } from '../../../api/ports/events.ts';
import { type Fixture, fixtureOf } from './fixture.ts';

export type Scenario = ScenarioOf<Fixture>;

/** `memberAdded User Reader`: the name of an event and what it is about. */
export function eventText({ type, content }: PlatformEvent): string {
  const { memberType, roleName } = content as { memberType?: string; roleName?: string };
  const name = type.replace(/^accessControl\./, '').replace(/\.v1$/, '');
  return [name, memberType, roleName].filter(Boolean).join(' ');
}

/** Every scenario has people of its own: what they hold is what is tested. */
export const runScenarios = scenarioRunner(async (p) => p, fixtureOf, eventText);
