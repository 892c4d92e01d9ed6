import { readFileSync, statSync } from 'node:fs';
import { plausible } from '../crs/area.ts';
import { type Crs, usableCrs } from '../crs/crs.ts';
import { readSystem } from '../crs/system.ts';
import type { CrsWarning } from '../crs/warnings.ts';
import { EngineFailure } from '../engine.ts';
import type { Vector } from '../matrix.ts';
import { baseOf, endingOf, fileBeside, folderOf } from './files.ts';
import type { ConversionOptions, ConversionWarning, InputFile } from './params.ts';

const longest = 65_536;

/** Where a file is, and what is to be said of that. */
export interface FileSystem {
  readonly crs: Crs | undefined;
  readonly warnings: readonly ConversionWarning[];
}

/** The system of a file: as the caller says, else as the file, else as a `.prj`, `.wkt` or `.qpj` beside it. */
export function systemOf(
  file: InputFile,
  declared: string | undefined,
  inputs: readonly InputFile[],
  { inputSRS = '', outputSRS = '' }: ConversionOptions,
): FileSystem {
  if (inputSRS !== '') return knownSystem(inputSRS, file);
  const found = (declared === undefined ? undefined : readIn(declared, file)) ?? besideOf(file, inputs) ?? nothing;
  if (found.crs === undefined && outputSRS !== '') throw unplaced(file);
  return found;
}

const nothing: FileSystem = { crs: undefined, warnings: [] };

const unplaced = (file: InputFile): EngineFailure =>
  new EngineFailure(
    'InputSrsUnknown',
    `Where the coordinates of '${file.name}' are is not known, so they cannot be transformed.`,
    undefined,
    [file.name],
  );

const told = (file: InputFile, warnings: readonly CrsWarning[]): ConversionWarning[] =>
  warnings.map(({ code, params }) => ({ code, params: [file.name, ...params] }));

/** Undefined: the text says nothing of a system. */
function readIn(text: string, file: InputFile): FileSystem | undefined {
  const found = readSystem(text);
  return found && { crs: usableCrs(found), warnings: told(file, found.warnings) };
}

function knownSystem(text: string, file: InputFile): FileSystem {
  const found = readIn(text, file);
  if (found?.crs !== undefined) return found;
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  throw new EngineFailure('SrsUnknown', `The coordinate reference system '${shown}' is not known.`, undefined, [shown]);
}

const sideEndings = ['prj', 'wkt', 'qpj'];

function besideOf(file: InputFile, inputs: readonly InputFile[]): FileSystem | undefined {
  const named = sideEndings.flatMap((ending) => fileBeside(inputs, file, `${baseOf(file.name)}.${ending}`) ?? []);
  for (const side of [...named, ...onlyOne(file, inputs)]) {
    if (statSync(side.path).size > longest) continue;
    const found = readIn(readFileSync(side.path, 'utf8').trim(), file); // a byte order mark is white space, too
    if (found) return found;
  }
  return undefined;
}

/** The only such file of its folder, whatever its name. */
function onlyOne(file: InputFile, inputs: readonly InputFile[]): InputFile[] {
  const beside = inputs.filter(
    (one) =>
      (one.container ?? 0) === (file.container ?? 0) &&
      folderOf(one.name) === folderOf(file.name) &&
      sideEndings.includes(endingOf(one.name)),
  );
  return beside.length === 1 ? beside : [];
}

/** What is left of a file's system when the box of its coordinates is known. */
export function lookedAt(
  file: InputFile,
  { crs, warnings }: FileSystem,
  low: Vector,
  high: Vector,
  { outputSRS = '' }: ConversionOptions,
): FileSystem {
  if (crs === undefined) return { crs, warnings };
  const { isPlaced, warnings: more } = plausible(crs, low, high);
  if (!isPlaced && outputSRS !== '') throw unplaced(file);
  return { crs: isPlaced ? crs : undefined, warnings: [...warnings, ...told(file, more)] };
}
