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
  /** Whether the library gets another header: what is before `dataStart` needs no further mends. */
  readonly isWrittenAnew: boolean;
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
  const quoted = text.slice(from, to);
  const written = quoted.trim();
  const schema = schemaOf(written);
  if (schema === undefined) throw failures.unknownSchema(written, issues.lineAt(found.index));
  const tell = (as: string) => issues.add(`The schema ${as} is read as ${schema.name}.`, { offset: found.index });
  if (schema.name !== written.toUpperCase()) tell(written);
  else if (written !== quoted) tell(`'${quoted.replace(/\s/g, ' ')}' (with blanks)`);
  const dataStart = data.index + data[0].length;
  const isPlain = text.slice(0, dataStart) === raw.slice(0, dataStart) && plain.test(structure.slice(0, dataStart));
  const isWrittenAnew = !isPlain || !schema.isListed(quoted);
  if (isWrittenAnew) mends.push(plainHeader(text, dataStart, schema));
  return { schema, dataStart, isWrittenAnew };
}

/** The words of the structure as the library looks for them. */
const plain = /ISO-10303-21[\s\S]*HEADER[\s\S]*FILE_SCHEMA[\s\S]*DATA/;

/** What the library needs of a header, and knows how to read: it takes neither comments everywhere nor other spellings. */
function plainHeader(written: string, dataStart: number, { name }: Schema): Mend {
  const from = Math.max(0, written.search(/ISO-10303-21/i));
  const text = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('','',(''),(''),'','','');
FILE_SCHEMA(('${name}'));
ENDSEC;
DATA;`;
  return { from, to: dataStart, text };
}

/** A quote is one of the string where it is written twice, or a sign of the upper half that no argument follows. */
const strings = /'(?:''|\\S\\'(?!\s*[,)])|[^'])*'/g;
/** Comments, and strings, in which there are none. */
const comments = /'(?:''|\\S\\'(?!\s*[,)])|[^'])*'|\/\*[\s\S]*?\*\//g;
