/** A coordinate reference system, or one of heights. */
export interface System {
  /** `EPSG:25832` */
  readonly id: string;
  readonly name: string;
  /** Where it is used, in words. */
  readonly area: string;
  readonly unit: string;
  readonly isHeight: boolean;
}

/** `EPSG:25832+7837`: of places and of heights. */
export interface Pair {
  readonly place: string;
  readonly height: string;
}

export const pairIn = (text: string): Pair => {
  const [place = '', height] = text.trim().toUpperCase().split('+');
  return { place, height: height ? `EPSG:${height.replace('EPSG:', '')}` : '' };
};

/** Heights alone tell no place. */
export const textOfPair = ({ place, height }: Pair): string =>
  place === '' || height === '' ? place : `${place}+${height.replace('EPSG:', '')}`;

/** Those that fit what is typed, words of their code, name and area: a code first, then names, then areas. */
export function fittingSystems(all: readonly System[], text: string, most: number): readonly System[] {
  const words = text.trim().toLowerCase().replace('epsg:', '').split(/\s+/).filter(Boolean);
  const ranked = all.flatMap((system) => {
    const rank = rankOf(system, words);
    return rank === undefined ? [] : [[rank, system] as const];
  });
  return ranked
    .sort(([a], [b]) => a - b)
    .slice(0, most)
    .map(([, system]) => system);
}

function rankOf({ id, name, area }: System, words: readonly string[]): number | undefined {
  const [code, called, where] = [id.slice(5), name.toLowerCase(), area.toLowerCase()];
  if (words.length === 1 && code === words[0]) return 0;
  if (words.length === 1 && code.startsWith(words[0] ?? '')) return 1;
  if (words.every((word) => called.includes(word))) return 2;
  return words.every((word) => called.includes(word) || where.includes(word) || code === word) ? 3 : undefined;
}
