import { linearPattern } from '../../../../src/std/linear-pattern.ts';

/** Why a text is no pattern, for people; undefined where it is one. */
export function faultOf(pattern: string): string | undefined {
  if (pattern === '') return 'A pattern is needed.';
  if (linearPattern(pattern, 'whole')) return undefined;
  return 'This is no regular expression without lookarounds, back references and more than 1,000 repetitions.';
}

/** Whether a text fits a pattern: as a whole, or where it begins. */
export const matches = (pattern: string, text: string, whole: boolean): boolean =>
  (whole ? linearPattern(pattern, 'whole') : linearPattern(`^(?:${pattern})`, 'part'))?.test(text) ?? false;
