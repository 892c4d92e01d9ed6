import { type ScenarioOf, scenarioRunner } from '../../../../test/support/scenarios.ts';
import { eventText, type Fixture, fixtureOf, peopleOf } from './fixture.ts';

export type Scenario = ScenarioOf<Fixture>;

export const runScenarios = scenarioRunner(peopleOf, fixtureOf, eventText);

const segments = ['form-definitions', 'list-groups', 'static-images', 'audit-trail-entries', 'storage-export'];
const camel = (text: string): string => text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const accept = 'application/vnd.vendor.twin-platform.v1+json';

/** The same scenarios in the spelling of version 1, which is asked for. */
export const inVersion1 = (scenarios: readonly Scenario[]): Scenario[] =>
  scenarios.map((one) => ({
    ...one,
    call: segments.reduce((call, segment) => call.replace(`/${segment}`, `/${camel(segment)}`), one.call),
    headers: { Accept: accept, ...one.headers },
    onBoth: false,
  }));

/** Every operation of the scenarios without a token. */
export function withoutToken(scenarios: readonly Scenario[]): Scenario[] {
  const calls = new Set(
    scenarios.map(({ call }) => call.split('?')[0] ?? '').filter((call) => !call.startsWith('HEAD')),
  );
  return [...calls].map((call) => ({ name: `${call} without a token`, call, status: 401, code: 'HeaderNotFound' }));
}
