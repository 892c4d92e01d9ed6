import type { PlaneModel, SystemModel } from './model.ts';
import { isProjection, projectsAlike } from './projects-alike.ts';
import { modelOfProj } from './read/proj-model.ts';
import { modelOfWkt } from './read/wkt-model.ts';
import { type Entry, entryOf, type FullEntry, listedProj } from './register/entries.ts';
import { projOf, shiftText } from './write/proj.ts';

/** A system that has a number: what it is, where it is used, and what proj4 calculates by. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  /** Undefined: only proj4's list has it, as it has all that the register has given up. */
  readonly entry: Entry | undefined;
  readonly model: SystemModel;
  /** Undefined: the register has it, and nothing here can calculate with it; or it is of heights. */
  readonly definition: string | undefined;
  /** Whether there is a definition, without making it. */
  readonly isUsable: boolean;
}

const known = new Map<number, Listed | undefined>();
const mostKnown = 2000;

/** By its number; undefined when neither list has it. */
export function listedSystem(code: number): Listed | undefined {
  if (known.has(code)) return known.get(code);
  if (known.size >= mostKnown) known.clear();
  const found = lookedUp(code);
  known.set(code, found);
  return found;
}

function lookedUp(code: number): Listed | undefined {
  const entry = entryOf(code);
  const proj = listedProj(code);
  if (entry === undefined) return proj === undefined ? undefined : ofList(code, proj);
  return ofRegister(entry, proj);
}

function ofList(code: number, proj: string): Listed | undefined {
  const id = `EPSG:${code}`;
  const model = modelOfProj(proj);
  if (model?.plane === undefined) return undefined;
  const plane = { ...model.plane, name: id, code: id };
  return { id, name: id, entry: undefined, model: { plane }, definition: proj, isUsable: true };
}

function ofRegister(entry: FullEntry, proj: string | undefined): Listed {
  const id = `${entry.authority}:${entry.code}`;
  const common = { id, name: entry.name, entry };
  const model = modelIn(entry, proj, id);
  const { plane } = model;
  let made: { readonly text: string | undefined } | undefined;
  return {
    ...common,
    model,
    isUsable: plane !== undefined && (proj !== undefined || projOf(plane) !== undefined),
    // it takes a millisecond, and lists of systems have thousands
    get definition() {
      made ??= { text: plane && definitionOf(plane, proj, entry) };
      return made.text;
    },
  };
}

function modelIn({ wkt, proj, name, kind }: FullEntry, listed: string | undefined, id: string): SystemModel {
  const read = wkt === undefined ? undefined : modelOfWkt(wkt);
  if (read !== undefined) return { ...read, ...(kind === 'compound' ? { name, code: id } : {}) };
  const text = listed ?? proj;
  const { plane } = (text === undefined ? undefined : modelOfProj(text)) ?? {};
  if (plane === undefined || kind === 'vertical') return {};
  const kindOf = kind === 'geographic3D' ? kind : plane.kind;
  const base = kindOf === 'projected' ? plane.base : { ...plane.base, name, code: id };
  return { plane: { ...plane, name, code: id, kind: kindOf, base } };
}

/**
 * What proj4 calculates by. Its list knows how datums are shifted, the register knows the parameters: where the two do
 * not mean the same map, the register's hold with the list's shift.
 */
function definitionOf(plane: PlaneModel, proj: string | undefined, { area }: Entry): string | undefined {
  if (proj === undefined) return usable(projOf(plane, shiftText(shiftOf(plane))));
  const own = projOf(plane, '');
  if (own === undefined || projectsAlike(own, proj, area.box)) return proj;
  return usable(`${own} ${shiftWords(proj)}`.trim()) ?? proj;
}

const usable = (definition: string | undefined): string | undefined =>
  definition !== undefined && isProjection(definition) ? definition : undefined;

const shiftWords = (proj: string): string => /\+towgs84=\S+/.exec(proj)?.[0] ?? '';

/**
 * From a datum to WGS 84: as the list has it for the geographic system below; else as the register has it, but for
 * rotations, of which it has those of both conventions under one name. Undefined: nobody knows.
 */
export function shiftOf({ base }: PlaneModel): readonly number[] | undefined {
  const code = Number(base.code?.replace('EPSG:', '') ?? Number.NaN);
  const listed = Number.isInteger(code) ? listedProj(code) : undefined;
  const words = listed === undefined ? undefined : shiftInProj(listed);
  if (words !== undefined) return words;
  const { shift } = base.datum;
  return shift?.slice(3).every((one) => one === 0) ? shift.slice(0, 3) : undefined;
}

/** What proj4 takes for the shift of a text, by its own table of datums, too. */
function shiftInProj(proj: string): readonly number[] | undefined {
  const { shift } = modelOfProj(proj)?.plane?.base.datum ?? {};
  if (shift !== undefined) return shift;
  return /\+datum=(WGS84|NAD83)/.test(proj) ? [0, 0, 0] : undefined;
}
