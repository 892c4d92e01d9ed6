import { readFileSync, statSync } from 'node:fs';
import { type Crs, crsOf, knownCrs } from '../crs/crs.ts';
import { EngineFailure } from '../engine.ts';
import { baseOf, fileBeside } from './files.ts';
import type { ConversionOptions, InputFile } from './params.ts';

const longest = 65_536;

/** The system of a file: as the caller says, else as the file, else as a `.prj` or `.wkt` beside it. */
export function systemOf(
  file: InputFile,
  declared: string | undefined,
  inputs: readonly InputFile[],
  { inputSRS = '', outputSRS = '' }: ConversionOptions,
): Crs | undefined {
  if (inputSRS !== '') return knownCrs(inputSRS);
  const found = (declared === undefined ? undefined : crsOf(declared)) ?? besideOf(file, inputs);
  if (found === undefined && outputSRS !== '') {
    throw new EngineFailure(
      'InputSrsUnknown',
      `Where the coordinates of '${file.name}' are is not known, so they cannot be transformed.`,
      undefined,
      [file.name],
    );
  }
  return found;
}

function besideOf(file: InputFile, inputs: readonly InputFile[]): Crs | undefined {
  for (const ending of ['prj', 'wkt']) {
    const side = fileBeside(inputs, file, `${baseOf(file.name)}.${ending}`);
    if (side === undefined || statSync(side.path).size > longest) continue;
    const found = crsOf(readFileSync(side.path, 'utf8').trim());
    if (found) return found;
  }
  return undefined;
}
