import { EngineFailure } from '../../engine.ts';

/** An entity, a table entry or a marker: its type, and the values of its group codes in their order. */
export interface Entity {
  readonly type: string;
  readonly line: number;
  readonly groups: readonly (readonly [code: number, value: string])[];
}

const mostGroups = 20_000_000;

/** Cuts an ASCII DXF into what begins with a group 0. */
export function* entitiesOf(text: string): Generator<Entity> {
  if (text.startsWith('AutoCAD Binary DXF'))
    throw new EngineFailure('E109', 'Binary DXF is not read; save it as ASCII DXF.');
  let current: { type: string; line: number; groups: (readonly [number, string])[] } | undefined;
  let line = 0;
  const lines = linesOf(text);
  for (let next = lines.next(); !next.done; next = lines.next()) {
    line++;
    const code = Number(next.value.trim());
    if (!/^\s*-?\d{1,4}\s*$/.test(next.value)) {
      if (next.value.trim() === '') continue;
      throw new EngineFailure('E109', 'This is no group code of a DXF.', line);
    }
    const value = lines.next();
    if (value.done) throw new EngineFailure('E109', 'The DXF ends in the middle of a group.', line);
    line++;
    if (line > mostGroups) throw new EngineFailure('E107', `The DXF has more than ${mostGroups} lines.`);
    if (code === 0) {
      if (current) yield current;
      current = { type: value.value.trim().toUpperCase(), line, groups: [] };
    } else if (code !== 999) current?.groups.push([code, value.value]);
  }
  if (current) yield current;
}

function* linesOf(text: string): Generator<string, undefined> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const stop = end < 0 ? text.length : end;
    yield text.slice(from, text[stop - 1] === '\r' ? stop - 1 : stop);
    from = stop + 1;
  }
}

export const textOf = ({ groups }: Entity, code: number): string | undefined =>
  groups.find(([one]) => one === code)?.[1];

/** The number of a group; what is none counts as not given. */
export function numberOf(entity: Entity, code: number, otherwise = 0): number {
  const value = Number.parseFloat(textOf(entity, code) ?? '');
  return Number.isFinite(value) ? value : otherwise;
}

export const numbersOf = ({ groups }: Entity, code: number): number[] =>
  groups.filter(([one]) => one === code).map(([, value]) => Number.parseFloat(value) || 0);
