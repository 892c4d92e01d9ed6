import { baseOf, endingOf, fileName, filesOf, uniqueNames } from '../conversion/files.ts';
import type { ConversionParams, InputFile } from '../conversion/params.ts';
import { openFile } from '../random-access.ts';
import { holdsPoints } from './read/text-columns.ts';

/** The files to convert, without the tables of other things that lie beside clouds of text. */
export async function cloudFilesOf(params: ConversionParams): Promise<ReturnType<typeof filesOf>> {
  const { chosen, ignored } = filesOf(params);
  const tables = chosen.filter(({ name }) => endingOf(name) === 'csv');
  if (tables.length === chosen.length) return { chosen, ignored };
  const others = new Set<InputFile>();
  for (const table of tables) {
    const file = await openFile(table.path);
    if (!(await holdsPoints(file))) others.add(table);
    await file.close();
  }
  return {
    chosen: chosen.filter((file) => !others.has(file)),
    ignored: [...ignored, ...[...others].map(({ name }) => name)],
  };
}

/** Names of outputs without their endings, one for each file; one for all that are merged. */
export const outputNamesOf = ({ options, name }: CloudRequest, files: readonly InputFile[]): string[] =>
  options?.merge === true ? [fileName(name)] : uniqueNames(files.map((file) => baseOf(file.name)));

type CloudRequest = Pick<ConversionParams, 'options' | 'name'>;
