import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { EngineFailure } from '../../engine.ts';
import { writeFileTables } from '../files.ts';
import type { FileForm, FileTablesParams } from '../params.ts';

const context = { progress() {}, log() {} };

/** Makes tables of contents, in files that `newPath` names. */
export function tablesOf(newPath: (end: string) => string, most: FileTablesParams['most']) {
  /** The tables that are made of a file: their columns as texts, and all rows. */
  async function made(form: FileForm, content: string | Buffer) {
    const [input, output] = [newPath(form), newPath('tables')];
    writeFileSync(input, content);
    const { tables } = await writeFileTables({ input, form, output, most }, context);
    const db = new DatabaseSync(output, { readOnly: true, readBigInts: true });
    try {
      return tables.map(({ name, label, columns, key }) => ({
        label,
        key,
        columns: columns.map((one) => `${one.name} ${one.type.slice(4)}${one.nullable ? '?' : ''}`),
        rows: db
          .prepare(`SELECT * FROM "${name}"`)
          .all()
          .map((row) => Object.values(row).map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell))),
        descriptions: columns.flatMap((one) => one.description ?? []),
      }));
    } finally {
      db.close();
    }
  }
  /** Why none are made; `made` where they are. */
  const codeOf = (form: FileForm, content: string | Buffer): Promise<string> =>
    made(form, content).then(
      () => 'made',
      (error: unknown) => (error instanceof EngineFailure ? error.code : String(error)),
    );
  return { made, codeOf };
}
