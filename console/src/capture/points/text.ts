import type { MeasuredPoint, MeasuredPoints } from '../../../../src/engines/photogrammetry/prepare/control-points.ts';

const header = 'id,use,easting,northing,height,image,x,y';

/** The file `control-points.csv`: a line for each mark, and one for each point without any. */
export function controlPointsText({ srs, points }: MeasuredPoints): string {
  const lines = points.flatMap(({ id, use, place, seen }) => {
    const point = [quoted(id), use, ...place.map(String)];
    if (seen.length === 0) return [[...point, '', '', '']];
    return seen.map(({ image, x, y }) => [...point, quoted(image), pixel(x), pixel(y)]);
  });
  return [...(srs ? [`# ${srs}`] : []), header, ...lines.map((line) => line.join(',')), ''].join('\n');
}

/** A mark is never better than a hundredth of a pixel. */
const pixel = (value: number): string => String(Math.round(value * 100) / 100);
const quoted = (text: string): string => (/[",#\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** What a text of a surveyor tells: points, and the lines that tell none. */
export interface GivenPoints {
  readonly points: readonly MeasuredPoint[];
  /** Numbers of lines, from 1. */
  readonly faults: readonly number[];
}

const number = /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i;

/**
 * Points of lines with name, easting, northing and height, parted by tabs, semicolons, commas or blanks; `check` at the
 * end makes a check point. Between tabs and semicolons numbers may have a decimal comma. Heads and comments are skipped.
 */
export function pointsIn(text: string): GivenPoints {
  const points = new Map<string, MeasuredPoint>();
  const faults: number[] = [];
  for (const [n, line] of text.split(/\r\n?|\n/).entries()) {
    const trimmed = line.replace(/^\uFEFF/, '').trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const cells = cellsOf(trimmed);
    const point = pointOf(cells);
    if (point && !points.has(point.id)) points.set(point.id, point);
    else if (point || points.size > 0 || cells.some((cell) => number.test(cell))) faults.push(n + 1);
  }
  return { points: [...points.values()], faults };
}

function cellsOf(line: string): string[] {
  const by = /[\t;]/.test(line) ? /[\t;]/ : line.includes(',') ? /,/ : /\s+/;
  const cells = line.split(by).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  return by.source === ',' ? cells : cells.map((cell) => (/^[-+]?\d+,\d+$/.test(cell) ? cell.replace(',', '.') : cell));
}

function pointOf([id = '', ...rest]: readonly string[]): MeasuredPoint | undefined {
  const use = /^check/i.test(rest.at(-1) ?? '') ? 'check' : 'control';
  const values = rest.filter((cell) => number.test(cell)).map(Number);
  const [x, y, z] = values;
  if (id === '' || x === undefined || y === undefined || z === undefined) return undefined;
  return { id, use, place: [x, y, z], seen: [] };
}
