import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type {
  ConversionOptions,
  ConversionParams,
  ConversionResult,
  ConvertedOutput,
  InputFile,
  InputFormat,
  OutputFormat,
} from '../../conversion/params.ts';
import { convert } from '../../convert.ts';

export const folder = mkdtempSync(join(tmpdir(), 'twin-conversion-'));
after(() => rmSync(folder, { recursive: true }));

export const newFolder = (): string => mkdtempSync(join(folder, 'run-'));

/** A file with these bytes. */
export function given(name: string, bytes: string | Uint8Array, container = 0): InputFile {
  const path = join(newFolder(), name.replaceAll('/', '_'));
  writeFileSync(path, bytes);
  return { name, path, container };
}

export const converted = (
  inputs: readonly InputFile[],
  format: InputFormat,
  outputs: readonly OutputFormat[],
  options: ConversionOptions = {},
  more: Partial<ConversionParams> = {},
): Promise<ConversionResult> =>
  convert(
    { inputs, format, outputs, options, name: 'job', output: newFolder(), ...more },
    { progress: () => {}, log: () => {}, signal: new AbortController().signal },
  );

export function outputIn({ outputs }: ConversionResult, format: OutputFormat): ConvertedOutput {
  const found = outputs.find((one) => one.format === format);
  if (found === undefined) throw new Error(`There is no output ${format}.`);
  return found;
}

/** The files of an output as inputs of a further conversion. */
export const asInputs = ({ files }: ConvertedOutput): InputFile[] => files.map(({ name, path }) => ({ name, path }));

/** The bytes of the only file of an output. */
export function bytesIn(result: ConversionResult, format: OutputFormat): Buffer {
  const { files } = outputIn(result, format);
  if (files.length !== 1) throw new Error(`There are ${files.length} files.`);
  return readFileSync(files[0]?.path ?? '');
}
