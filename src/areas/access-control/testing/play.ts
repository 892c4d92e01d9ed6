import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Platform } from '../../../../test/support/platform.ts';
import { playScenarios, type Scenario } from '../../../../test/support/scenarios.ts';
import type { PlatformEvent } from '../../../kernel/ports/events.ts';
import { type Cast, castOf } from './cast.ts';

/** A scenario, and exactly the events that it raises: none where it says nothing. */
export interface Row extends Scenario<Cast> {
  readonly raises?: readonly string[];
}

/** `memberAdded User Reader`: the name of an event and what it is about. */
export function eventText({ type, content }: PlatformEvent): string {
  const { memberType, roleName } = content as { memberType?: string; roleName?: string };
  const name = type.replace(/^accessControl\./, '').replace(/\.v1$/, '');
  return [name, memberType, roleName].filter(Boolean).join(' ');
}

/**
 * Plays the rows and checks the events of each. Reads and refusals share one cast, which they must not change;
 * everything else gets a cast of its own.
 */
export function playRows(platform: () => Promise<Platform>, title: string, rows: readonly Row[]): void {
  describe(title, () => {
    let shared: Promise<Cast> | undefined;
    const sharedCast = async () => {
      shared ??= platform().then(castOf);
      const cast = await shared;
      cast.p.takeEvents();
      return cast;
    };
    const isHarmless = (row: Row) => row.status >= 400 || row.call.startsWith('GET ');
    const checked = (row: Row): Scenario<Cast> => ({
      ...row,
      async proves(answer, cast) {
        assert.deepEqual(cast.p.takeEvents().map(eventText), row.raises ?? [], 'events');
        await row.proves?.(answer, cast);
      },
    });
    playScenarios(sharedCast, rows.filter(isHarmless).map(checked));
    playScenarios(() => platform().then(castOf), rows.filter((row) => !isHarmless(row)).map(checked));
  });
}
