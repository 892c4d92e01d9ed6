/** Datums and systems have several names: what stands first is written as what stands behind it. */
const others: readonly (readonly [RegExp, string])[] = [
  [/\b(north american datum|north american|nad) (of )?1983\b/g, 'nad83'],
  [/\b(north american datum|north american|nad) (of )?1927\b/g, 'nad27'],
  [/\b(world geodetic system|wgs) (1984|84)( ensemble)?\b/g, 'wgs84'],
  [/\b(world geodetic system|wgs) (1972|72)\b/g, 'wgs72'],
  [/\b(european terrestrial reference system|etrs) (1989|89)( ensemble)?\b/g, 'etrs89'],
  [/\b(geocentric datum of australia|gda) (of )?(19)?94\b/g, 'gda94'],
  [/\b(geocentric datum of australia|gda) (of )?(20)?20\b/g, 'gda2020'],
  [/\bhigh accuracy reference network\b/g, 'harn'],
  [/\bnational spatial reference system 2007\b/g, 'nsrs2007'],
  [/\bnational spatial reference system 2011\b/g, '2011'],
  [/\bdeutsches? hauptdreiecks ?netz\b/g, 'dhdn'],
  [/\b(european datum|european|ed) (of )?(19)?50\b/g, 'ed50'],
  [/\b(ordnance survey of great britain|osgb) (19)?36\b/g, 'osgb36'],
  [/\breseau geodesique francais 1993( v1)?\b/g, 'rgf93'],
  [/\brgf 1993( v1)?\b/g, 'rgf93'],
  [/\brgf93 v1\b/g, 'rgf93'],
  [/\bnew zealand geodetic datum (of )?2000\b/g, 'nzgd2000'],
  [/\bnzgd 2000\b/g, 'nzgd2000'],
  [/\bsystem of the unified trigonometrical cadastral network\b/g, 's jtsk'],
  [/\b(nouvelle triangulation francaise|ntf)\b/g, 'ntf'],
  [/\b(south american datum|south american|sad) (of )?(19)?69\b/g, 'sad69'],
  [/\b(pulkovo) (19)?42\b/g, 'pulkovo 1942'],
  [/\b(state ?plane)\b/g, ' '],
  [/\bfips \d+[a-z]?\b/g, ' '],
];

/** Words that say nothing about which datum or system it is. */
const empty = new Set([
  'd',
  'gcs',
  'datum',
  'ensemble',
  'unknown',
  'of',
  'the',
  'and',
  'user',
  'defined',
  'based',
  'on',
]);

/** Words of names, as the names of ESRI and of the register have them in common. */
export function wordsOf(names: readonly string[]): ReadonlySet<string> {
  const words = names.flatMap((name) => {
    let text = name
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9+]+/g, ' ')
      .trim();
    for (const [pattern, word] of others) text = text.replaceAll(pattern, ` ${word} `);
    return text.split(/\s+/);
  });
  return new Set(words.filter((word) => word !== '' && !empty.has(word)));
}
