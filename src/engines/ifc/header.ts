import { failures } from './failures.ts';
import type { Issues } from './issues.ts';
import { type Schema, schemaOf } from './schema.ts';

const longest = 2 ** 20;
const beginsStep = /^(?:\ufeff|ï»¿)?\s*ISO-10303-21\s*;/i;
const schemaEntry = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i;
const dataBegins = /(?:^|;|\*\/)\s*DATA\s*(?:\([^;]*\)\s*)?;/im;

/** Reads the header: its schema, and where the instances begin. */
export function readHeader(bytes: Uint8Array, issues: Issues): { readonly schema: Schema; readonly dataStart: number } {
  if (bytes.length === 0) throw failures.empty();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, longest)).toString('latin1');
  if (!beginsStep.test(text)) throw /^\W*<(\?xml|ifc)/i.test(text) ? failures.ifcXml() : failures.notStep(1);
  const data = dataBegins.exec(text);
  if (data === null) throw failures.truncated(issues.lineAt(bytes.length));
  const found = schemaEntry.exec(text.slice(0, data.index));
  if (found === null) throw failures.noSchema();
  const written = (found[1] ?? '').trim();
  const line = issues.lineAt(found.index);
  const schema = schemaOf(written);
  if (schema === undefined) throw failures.unknownSchema(written, line);
  if (schema.name !== written.toUpperCase()) {
    issues.add(`The schema ${written} is read as ${schema.name}.`, { offset: found.index });
  }
  return { schema, dataStart: data.index + data[0].length };
}
