import type { Gauge, Reading } from '../../../std/gauge.ts';
import type { Reader } from '../../db/database.ts';
import { type ContentCheck, lastCheck } from './run.ts';

/** What the last check of the stored content has found; nothing before there was one. */
export function checkFigures(db: Reader): Gauge[] {
  const figure = (
    name: string,
    help: string,
    readings: (check: ContentCheck) => readonly Reading[],
    labels: readonly string[] = [],
  ): Gauge => ({
    name,
    help,
    labels,
    of: 'installation',
    async read() {
      const check = await lastCheck(db);
      return check === undefined ? [] : readings(check);
    },
  });
  return [
    figure(
      'twin_check_ended_timestamp_seconds',
      'When the last check of the stored content came to its end, in seconds since 1970.',
      ({ ended }) => [{ value: ended / 1000 }],
    ),
    figure('twin_check_contents', 'Contents that it read.', ({ contents }) => [{ value: contents }]),
    figure('twin_check_size_bytes', 'Their bytes.', ({ bytes }) => [{ value: bytes }]),
    figure(
      'twin_check_found',
      'What it found: missing and changed contents, and unreferenced objects, which no content names.',
      ({ missing, changed, unreferenced }) =>
        Object.entries({ missing, changed, unreferenced }).map(([what, value]) => ({ labels: { what }, value })),
      ['what'],
    ),
  ];
}
