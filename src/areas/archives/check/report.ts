import { type Static, Type } from 'typebox';
import { infoText } from '../../../engines/archive/digests.ts';
import type { EntryIndex } from '../../../engines/archive/entry-index.ts';
import type { ZipFile } from '../../../engines/archive/zip-directory.ts';
import { declaredPart } from '../../../kernel/schema/declared.ts';
import { issueMessage } from '../../../kernel/schema/messages.ts';
import { arrayOf, input, integer, line, nullable, optional, paragraphs } from '../../../kernel/schema/shapes.ts';
import { issuesOf } from '../../../kernel/schema/validator.ts';
import { reportShape } from '../export/schema.ts';
import { refusals } from './faults.ts';
import { objectIn } from './json.ts';
import { linesIn } from './lines.ts';

const name = () => line({ max: 300 });

/** `data/archive.json` as another server may have written it: texts are shown to people, so they are bounded. */
const givenReport = input({
  ...reportShape.properties,
  program: name(),
  twin: input({
    ...reportShape.properties.twin.properties,
    displayName: line({ min: 1, max: 255 }),
    number: line({ max: 255 }),
    class: name(),
    subClass: name(),
  }),
  source: input({ baseUrl: line({ max: 2000 }), organization: nullable(line({ max: 1000 })) }),
  leftOut: arrayOf(
    input({
      code: name(),
      kind: optional(name()),
      id: optional(line({ max: 1000 })),
      name: optional(Type.String({ maxLength: 2000 })),
      count: optional(integer()),
      message: paragraphs({ max: 2000 }),
    }),
  ),
});

export type GivenReport = Static<typeof givenReport>;

const entry = 'data/archive.json';
const place = { entry, line: 1 };
const known = 1;

/** What an archive says of itself. Throws `ArchiveRefused`. */
export async function readReport(file: ZipFile, index: EntryIndex, base: string): Promise<GivenReport> {
  const found = index.find(entry);
  if (found === undefined) throw refusals.invalid(place, 'archive', 'is not there');
  const value = await onlyObject(file, found);
  if (typeof value.format === 'number' && value.format > known) throw refusals.format(value.format);
  if (value.format !== known) throw refusals.invalid(place, 'format', 'must be 1');
  const told = declaredPart(givenReport, value);
  const [issue] = issuesOf(givenReport, told);
  if (issue) throw refusals.invalid(place, issue.target, issueMessage(issue));
  const report = told as GivenReport;
  await checkInfo(file, index, report, base);
  if (report.twin.id !== base) throw refusals.foreign(place);
  return report;
}

async function onlyObject(file: ZipFile, found: Parameters<typeof linesIn>[1]) {
  let value: Readonly<Record<string, unknown>> | undefined;
  for await (const { bytes, number } of linesIn(file, found)) {
    const read = objectIn(bytes);
    const at = { entry, line: number };
    if ('why' in read) throw refusals.invalid(at, read.member, read.why);
    if (value !== undefined) throw refusals.invalid(at, 'line', 'follows the only one');
    value = read.value;
  }
  if (value === undefined) throw refusals.invalid(place, 'line', 'is empty');
  return value;
}

/** bag-info.txt says the same of the twin and of the archive. */
async function checkInfo(file: ZipFile, index: EntryIndex, { id }: GivenReport, base: string): Promise<void> {
  const found = index.find('bag-info.txt');
  const lines = found === undefined ? [] : (await infoText(file, found)).split('\n');
  const valueAt = (label: string) => {
    const at = lines.findIndex((one) => one.startsWith(`${label}: `));
    return { value: lines[at]?.slice(label.length + 2), place: { entry: 'bag-info.txt', line: Math.max(1, at + 1) } };
  };
  const format = valueAt('Twin-Archive-Format');
  if (/^\d{1,9}$/.test(format.value ?? '') && Number(format.value) > known) throw refusals.format(Number(format.value));
  if (format.value !== String(known)) throw refusals.invalid(format.place, 'Twin-Archive-Format', 'must be 1');
  const twin = valueAt('External-Identifier');
  if (twin.value !== base) throw refusals.foreign(twin.place);
  const archive = valueAt('Twin-Archive-Id');
  if (archive.value !== id)
    throw refusals.invalid(archive.place, 'Twin-Archive-Id', 'must be that of data/archive.json');
}
