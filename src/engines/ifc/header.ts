import { failures } from './failures.ts';
import type { Issues } from './issues.ts';
import { type Schema, schemaOf } from './schema.ts';
import type { Mend } from './step/mends.ts';

const longest = 2 ** 20;
const beginsStep = /^(?:\ufeff|ï»¿)?\s*ISO-10303-21\s*;/i;
const beginsXml = /^\W*<(\?xml|ifc|\w+:ifcxml|\w+:iso_10303_28)/i;
const beginsJson = /^(?:\ufeff|ï»¿)?\s*[{[]/;
const schemaEntry = /FILE_SCHEMA\s*\(\s*\(\s*'/i;
const dataBegins = /(?:^|;)\s*DATA\s*(?:\([^;]*\)\s*)?;/im;

export interface Header {
  readonly schema: Schema;
  /** Where the instances begin. */
  readonly dataStart: number;
}

/** Reads the header: its schema, and where the instances begin. */
export function readHeader(bytes: Uint8Array, issues: Issues, mends: Mend[]): Header {
  if (bytes.length === 0) throw failures.empty();
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, longest)).toString('latin1');
  if (beginsXml.test(raw)) throw failures.ifcXml();
  if (beginsJson.test(raw)) throw failures.ifcx();
  const text = raw.replace(comments, (found) => (found.startsWith("'") ? found : ' '.repeat(found.length)));
  if (!beginsStep.test(text)) throw failures.notStep(1);
  // what stands in strings is no part of the structure
  const structure = text.replace(strings, (found) => `'${' '.repeat(found.length - 2)}'`);
  const data = dataBegins.exec(structure);
  if (data === null) throw failures.truncated(issues.lineAt(bytes.length));
  const found = schemaEntry.exec(structure.slice(0, data.index));
  if (found === null) throw failures.noSchema();
  const from = found.index + found[0].length;
  const to = structure.indexOf("'", from);
  const written = text.slice(from, to).trim();
  const schema = schemaOf(written);
  if (schema === undefined) throw failures.unknownSchema(written, issues.lineAt(found.index));
  if (schema.name !== written.toUpperCase()) {
    issues.add(`The schema ${written} is read as ${schema.name}.`, { offset: found.index });
    if (!schema.isListed(written)) mends.push({ from, to, text: schema.name });
  }
  return { schema, dataStart: data.index + data[0].length };
}

const strings = /'(?:[^']|'')*'/g;
/** Comments, and strings, in which there are none. */
const comments = /'(?:[^']|'')*'|\/\*[\s\S]*?\*\//g;
