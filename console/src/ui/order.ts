const texts = new Intl.Collator('en', { numeric: true });

/** Orders by a text as people read it, `file 9` before `file 10`; what has none comes last. */
export const byText =
  <T>(textOf: (one: T) => string | null | undefined) =>
  (a: T, b: T): number =>
    texts.compare(textOf(a) ?? '\uffff', textOf(b) ?? '\uffff');

/** Orders by a number or a time. */
export const byValue =
  <T>(numberOf: (one: T) => number) =>
  (a: T, b: T): number =>
    numberOf(a) - numberOf(b);
