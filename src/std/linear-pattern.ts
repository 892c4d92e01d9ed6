import { RE2JS } from 're2js';

/** A regular expression that people wrote, ready to be tested. */
export interface Pattern {
  test(text: string): boolean;
}

/** What a pattern is for: the whole text, or any part of it. */
export type Extent = 'whole' | 'part';

/**
 * A pattern for an engine that takes time in proportion to the text, whatever the pattern: that of JavaScript takes
 * hours for `(A+)+` and thirty letters. Undefined for what is no regular expression, or cannot be tested so: lookarounds,
 * back references, more than 1,000 repetitions.
 */
export function linearPattern(pattern: string, extent: Extent): Pattern | undefined {
  try {
    new RegExp(pattern, 'u'); // what both engines know, with one meaning
    const compiled = RE2JS.compile(RE2JS.translateRegExp(extent === 'whole' ? `^(?:${pattern})$` : pattern));
    return { test: (text) => compiled.test(text) };
  } catch {
    return undefined;
  }
}
