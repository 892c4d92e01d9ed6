import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Column, isArchived } from '../../src/api/archive/columns.ts';
import type { ArchiveKind, AreaArchive } from '../../src/api/archive/kind.ts';
import { byOrder } from '../../src/api/archive/selection.ts';
import { commandLine } from '../../src/config/command-line.ts';

const file = join(import.meta.dirname, '../../docs/archive.md');
const [begin, end] = ['<!-- kinds -->\n', '<!-- end of kinds -->'];

const memberOf = (column: Column): string =>
  `\`${column.member}\` ${column.derived ? 'derived:' : ''}${column.code}${column.isKey ? '*' : ''}${column.nullable ? '?' : ''}`;

const rowOf = (kind: ArchiveKind): string => {
  const members = kind.columns.filter((column) => isArchived(column, true)).map(memberOf);
  return `| ${kind.kind} | ${kind.order} | ${members.join(', ')} | ${kind.note} |`;
};

/** The kinds and the tables left out, as docs/archive.md lists them. */
export function kindTable(archives: readonly AreaArchive[]): string {
  const kinds = archives.flatMap((one) => one.kinds).sort(byOrder);
  const reasons = Map.groupBy(
    archives.flatMap((one) => Object.entries(one.excused)),
    ([, why]) => why,
  );
  const excused = [...reasons].map(([why, tables]) => `| ${tables.map(([table]) => table).join(', ')} | ${why} |`);
  return [
    '| Kind | Order | Members | Note |\n|---|---|---|---|',
    ...kinds.map(rowOf),
    '\nTables of which nothing is in an archive:\n\n| Tables | Why |\n|---|---|',
    ...excused.sort(),
    '',
  ].join('\n');
}

const textOf = (): string => readFileSync(file, 'utf8');

/** What docs/archive.md says. */
export const kindsInDocs = (): string => textOf().split(begin)[1]?.split(end)[0] ?? '';

/** Writes the list anew. */
export async function writeKinds(): Promise<void> {
  const { wiredApp } = await import('../../src/start/served-apis.ts'); // the whole program
  const { archives } = await wiredApp();
  const [before = '', rest = ''] = textOf().split(begin);
  writeFileSync(file, `${before}${begin}${kindTable(archives)}${end}${rest.split(end)[1] ?? ''}`);
}

const usage = `
Writes the list of kinds in docs/archive.md anew, out of what the areas say of their tables:

  npm run archive-kinds
`;

if (import.meta.main) {
  commandLine({ usage });
  await writeKinds();
}
