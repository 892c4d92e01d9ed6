import { describe } from 'node:test';
import type { Platform } from '../../../../test/support/platform.ts';
import { playScenarios, type Scenario } from '../../../../test/support/scenarios.ts';
import { type Cast, castOf, type People, peopleOf } from './cast.ts';

export type Row = Scenario<Cast>;

/**
 * Plays rows of scenarios. Reads and refusals share one cast, which they must not change; everything else gets a cast
 * of its own.
 */
export function playRows(platform: () => Promise<Platform>, title: string, rows: readonly Row[]): void {
  describe(title, () => {
    let shared: Promise<Cast> | undefined;
    let people: Promise<People> | undefined;
    const newCast = async () => {
      people ??= platform().then(peopleOf);
      return castOf(await people);
    };
    const sharedCast = () => {
      shared ??= newCast();
      return shared;
    };
    const isHarmless = (row: Row) => row.status >= 400 || row.call.startsWith('GET ');
    playScenarios(sharedCast, rows.filter(isHarmless));
    playScenarios(
      newCast,
      rows.filter((row) => !isHarmless(row)),
    );
  });
}
