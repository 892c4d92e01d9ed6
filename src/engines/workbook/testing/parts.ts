import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

type Parts = Readonly<Record<string, string | undefined>>;

/** A sheet of two columns, A and B, with 1 and a cell; `prefix`: of the names of its elements. */
export const sheetXml = (cell = '<c r="B2"><v>2</v></c>', prefix = ''): string => {
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = `<row r="1">${text('A1', 'A')}${text('B1', 'B')}</row><row r="2"><c r="A2"><v>1</v></c>${cell}</row>`;
  const plain = `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
  return prefix === '' ? plain : prefixed(plain, prefix);
};

/** Elements with a prefix for their namespace. */
const prefixed = (xml: string, prefix: string): string =>
  xml.replace(/<(\/?)(?=[A-Za-z])/g, `<$1${prefix}:`).replaceAll('xmlns=', `xmlns:${prefix}=`);

export const [bookPart, relationsPart, sheetPart] = [
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/worksheets/sheet1.xml',
] as const;

/** A workbook that names sheets, each with the kind of its part. */
export function bookOf(sheets: readonly (readonly [name: string, kind: string, state?: string])[], prefix = ''): Parts {
  const named = sheets.map(
    ([name, , state], n) =>
      `<sheet name="${name}" sheetId="${n + 1}"${state ? ` state="${state}"` : ''} r:id="rId${n + 1}"/>`,
  );
  const targets = sheets.map(
    ([, kind], n) => `<Relationship Id="rId${n + 1}" Type="${relations}/${kind}" Target="${kind}s/sheet${n + 1}.xml"/>`,
  );
  const book = `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${named.join('')}</sheets></workbook>`;
  const relation = `<Relationships xmlns="${packaged}/relationships">${targets.join('')}</Relationships>`;
  const others = sheets.map(([, kind], n): [string, string] => [
    `xl/${kind}s/sheet${n + 1}.xml`,
    kind === 'worksheet' ? sheetXml(undefined, prefix) : `<${kind} xmlns="${main}"/>`,
  ]);
  const types = `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`;
  return {
    '[Content_Types].xml': types,
    ...Object.fromEntries(others),
    [bookPart]: prefix === '' ? book : prefixed(book, prefix),
    [relationsPart]: prefix === '' ? relation : prefixed(relation, 'p'),
  };
}

/** Writes the parts of a workbook; those that are undefined are left out. */
export async function writeParts(path: string, parts: Parts): Promise<string> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(parts))
    if (content !== undefined) zip.addBuffer(Buffer.from(`<?xml version="1.0"?>${content}`), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}
