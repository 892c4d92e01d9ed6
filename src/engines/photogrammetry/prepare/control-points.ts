import { parse } from 'csv-parse/sync';
import { EngineFailure } from '../../failure.ts';
import type { Vector } from '../../matrix.ts';

export const controlPointsFile = 'control-points.csv';

/** The points of a `control-points.csv`, with the names of the photos that show them. */
export interface MeasuredPoints {
  /** Null: as the zone of the photos' own places. */
  readonly srs: string | null;
  readonly points: readonly MeasuredPoint[];
}

export interface MeasuredPoint {
  readonly id: string;
  readonly use: 'control' | 'check';
  readonly place: Vector;
  readonly seen: readonly { readonly image: string; readonly x: number; readonly y: number }[];
}

const columns = ['id', 'use', 'easting', 'northing', 'height', 'image', 'x', 'y'] as const;

/** Points that no photo shows yet have a line without image, x and y. */
export function readControlPoints(text: string): MeasuredPoints {
  const srs = /^\uFEFF?#\s*(\S+)/.exec(text)?.[1] ?? null;
  const points = new Map<string, MeasuredPoint>();
  for (const { row, line } of rowsOf(text)) {
    const values = columns.map((name) => row[name]?.trim() ?? '');
    const [id = '', use = '', , , , image = ''] = values;
    const isUnseen = values.slice(5).every((value) => value === '');
    if (id === '' || (image === '' && !isUnseen)) throw wrong(line, 'id or image is missing');
    if (use !== 'control' && use !== 'check') throw wrong(line, `use is '${use}', and must be control or check`);
    const seen = isUnseen ? [] : [{ image, x: numberIn(values[6], line), y: numberIn(values[7], line) }];
    const place: Vector = [numberIn(values[2], line), numberIn(values[3], line), numberIn(values[4], line)];
    const known = points.get(id);
    if (known?.place.some((value, axis) => value !== place[axis])) throw wrong(line, `${id} has two places`);
    points.set(id, { id, use, place, seen: [...(known?.seen ?? []), ...seen] });
  }
  return { srs, points: [...points.values()] };
}

interface Row {
  readonly row: Readonly<Record<string, string | undefined>>;
  readonly line: number;
}

function rowsOf(text: string): Row[] {
  const lines: Row[] = [];
  try {
    parse(text, {
      columns: (head: string[]) => head.map((name) => name.trim().toLowerCase()),
      comment: '#',
      bom: true,
      skip_empty_lines: true,
      comment_no_infix: true,
      on_record: (row: Row['row'], { lines: line }) => void lines.push({ row, line }),
    });
  } catch (error) {
    throw wrong(undefined, error instanceof Error ? error.message : String(error));
  }
  const missing = columns.filter((name) => lines[0] !== undefined && !(name in lines[0].row));
  if (missing.length > 0) throw wrong(1, `its header has no ${missing.join(', ')}`);
  return lines;
}

function numberIn(text: string | undefined, line: number): number {
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw wrong(line, `'${text ?? ''}' is no number`);
  return value;
}

const wrong = (line: number | undefined, what: string): EngineFailure =>
  new EngineFailure('InputFile_Invalid', `${controlPointsFile} cannot be read: ${what}.`, line, [controlPointsFile]);
