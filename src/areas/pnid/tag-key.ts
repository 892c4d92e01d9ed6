const longest = 64;
const between = String.raw`[\s_\u2212\p{Pd}]+`;
const betweenDigits = new RegExp(String.raw`(?<=\d)${between}(?=\d)`, 'gu');
const elsewhere = new RegExp(String.raw`${between}(?!\d)|(?<!\d)${between}`, 'gu');

/**
 * What tags are compared by: `P-101`, `p 101` and `P101` are one. Case, blanks, dashes and underscores do not count, but between two
 * digits, where `10-1` is not `101`. Undefined for a text that is no tag: one without a letter or a digit, or a long one.
 */
export function tagKey(text: string): string | undefined {
  if (text.length > longest || !/\d/.test(text) || !/\p{L}/u.test(text)) return undefined;
  return text.normalize('NFKC').trim().toUpperCase().replaceAll(betweenDigits, '-').replaceAll(elsewhere, '');
}
