const most = 128;

/** A name as an identifier of OData: letters, digits and `_`, not a digit in front. */
export function identifierOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{Nl}\p{Nd}_]+/gu, '_')
    .replace(/^_?$/, '_');
  const begun = /^\p{Nd}/u.test(plain) ? `_${plain}` : plain;
  return [...begun].slice(0, most).join('');
}

/** Gives each name an identifier of its own: `_2` … is added where one is taken, whatever its case. */
export function identifiers(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const wanted = identifierOf(name);
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : `_${number}`;
      const one = [...wanted].slice(0, most - end.length).join('') + end;
      const key = one.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return one;
    }
  };
}
