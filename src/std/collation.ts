/**
 * A key whose order by code point is the root Unicode collation for Latin letters, digits and ASCII punctuation: base
 * letters first, then accents, then case. Stored in a column, because no database brings that collation along.
 */
export function sortKey(text: string): string {
  let primary = '';
  let accents = '';
  let cases = '';
  for (const sign of text.normalize('NFD')) {
    const code = sign.codePointAt(0) ?? 0;
    if (code >= 0x300 && code < 0x370) {
      accents += sign;
      continue;
    }
    const lower = sign.toLowerCase();
    primary += weights.get(lower) ?? `\u{ff}${lower}`;
    accents += ' ';
    cases += lower === sign ? 'a' : 'b';
  }
  return `${primary}\u0001${accents}\u0001${cases}`;
}

/** One printable sign per ASCII sign, in the collation's order: white space, punctuation, digits, letters. */
const weights = (() => {
  const signs = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter((s) => s === s.toLowerCase());
  const ordered = signs.sort(new Intl.Collator('und').compare);
  return new Map(ordered.map((sign, place) => [sign, String.fromCharCode(32 + place)]));
})();
