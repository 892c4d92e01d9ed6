import type { SymbolRule } from '../../../engines/drawings/symbols/set.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { rulesOf, type StoredSet } from '../store/symbols.ts';

const factsOf = (row: StoredSet) => {
  const { minConfidence, tags, linePattern } = rulesOf(row);
  return {
    id: row.id,
    twinId: row.twin_id,
    displayName: row.display_name,
    version: row.version,
    readOnly: row.twin_id === null,
    minConfidence,
    tags: tags.map(({ pattern, classes }) => ({ pattern, classes: [...classes] })),
    linePattern,
  };
};

/** Its facts without its range, which is of numbers that cannot change. */
const factsOfSymbol = ({ range: _, ...facts }: SymbolRule) => facts;

export const listedSet = (row: StoredSet) => ({ ...factsOf(row), symbolsCount: rulesOf(row).symbols.length });

export const setView = (row: StoredSet) => ({
  ...factsOf(row),
  symbols: rulesOf(row).symbols.map((symbol) => ({
    ...factsOfSymbol(symbol),
    rotations: [...symbol.rotations],
    ...(symbol.range === undefined ? {} : { range: [...symbol.range] }),
    ports: symbol.ports.map((port) => [...port]),
    shapes: symbol.shapes.map((shape) => {
      if ('line' in shape) return { ...shape, line: [...shape.line] };
      if ('circle' in shape) return { circle: [...shape.circle] };
      if ('arc' in shape) return { arc: [...shape.arc] };
      const { polyline, closed } = shape;
      return { polyline: polyline.map((point) => [...point]), ...(closed === undefined ? {} : { closed }) };
    }),
  })),
});

/** What is told of a version in a list. */
export const versionView = (row: StoredSet) => ({
  version: row.version,
  displayName: row.display_name,
  publishedDateTime: isoTime(row.modified),
  symbolsCount: rulesOf(row).symbols.length,
});
