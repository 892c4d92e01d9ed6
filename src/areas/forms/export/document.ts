import type { PdfBlock, PdfPart } from '../../../engines/pdf/params.ts';
import { membersOf } from '../../../std/records.ts';
import type { Content, Properties } from '../form/content.ts';
import { contentOf } from '../form/content.ts';
import { uidOf } from '../item-id.ts';
import type { Control, Layout } from '../layout/controls.ts';
import { nameOfKey } from '../layout/controls.ts';
import { isGiven } from '../layout/values.ts';
import type { FormRow } from '../tables.ts';
import { placeBlocks } from './place.ts';

/** A picture in a file of the work folder. */
export interface StoredPicture {
  /** Of the attachment, bare; absent for pictures of the layout. */
  readonly uid?: string;
  readonly path: string;
  readonly name: string;
}

export interface PrintedComment {
  readonly author: string;
  readonly time: number;
  readonly text: string;
}

/** Everything of a form that is printed. */
export interface Printed {
  readonly row: FormRow;
  readonly layout: Layout;
  readonly twinName: string;
  readonly baseUrl: string;
  readonly createdBy: string;
  /** Newest last. */
  readonly comments: readonly PrintedComment[];
  readonly attachments: readonly { readonly name: string; readonly size: number }[];
  /** By the key of the control, and of the layout's own by `FileId`. */
  readonly pictures: ReadonlyMap<string, readonly StoredPicture[]>;
  readonly staticPictures: ReadonlyMap<number, StoredPicture>;
}

/** A date alone is kept as its first moment. */
const dueText = (time: number): string => timeText(time).replace(' 00:00 UTC', '');

const timeText = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A form as a part of a document, laid out after its controls. */
export function partOf(printed: Printed, includeHeader: boolean): PdfPart {
  const { row, twinName, createdBy } = printed;
  const title = [row.number, row.subject].filter(Boolean).join(' · ');
  const header = [
    `${row.number} · ${row.type} · ${row.status ?? ''} · ${twinName}`,
    `${row.subject ?? ''} · ${createdBy}, ${timeText(row.created)}`,
  ];
  const blocks = [
    ...placeBlocks(contentOf(row).origin, row, printed.baseUrl),
    ...controlBlocks(printed.layout.controls, printed),
    ...furtherBlocks(printed),
    ...endBlocks(printed),
  ];
  return { title, blocks, ...(includeHeader ? { header } : {}) };
}

const controlBlocks = (controls: readonly Control[], printed: Printed): PdfBlock[] =>
  controls.flatMap((control) => blocksOf(control, printed));

function blocksOf(control: Control, printed: Printed): PdfBlock[] {
  const { type, label, key, children, members } = control;
  if (type === 'Panel') return [...(label ? [heading(label)] : []), ...controlBlocks(children, printed)];
  if (type === 'Label') return [{ is: 'note', head: '', text: String(members.Text ?? label) }];
  if (type === 'StaticImage') {
    const picture = printed.staticPictures.get(Number(members.FileId));
    return picture ? [pictureBlock(picture, label)] : [];
  }
  const content = contentOf(printed.row);
  const value = shownValue(control, content, printed.row);
  const below = controlBlocks(children, printed);
  if (type === 'Table') return [...tableBlocks(control, value), ...below];
  if (type === 'ImageDrop') return [...pictureBlocks(label, printed.pictures.get(key ?? '') ?? []), ...below];
  if (key === undefined && control.builtIn === undefined) return below;
  const signed =
    type === 'Signature'
      ? drawingOf(value, printed.pictures.get(key ?? '') ?? []).map((one) => pictureBlock(one, label))
      : [];
  return [{ is: 'field', label, text: textOf(value) }, ...signed, ...below];
}

/** The drawing that a signature names; all that belong to the control where it names none. */
function drawingOf(value: unknown, pictures: readonly StoredPicture[]): readonly StoredPicture[] {
  const { attachmentId } = membersOf(value);
  if (typeof attachmentId !== 'string') return pictures;
  const uid = uidOf(attachmentId);
  return pictures.filter((one) => one.uid === uid);
}

const heading = (text: string): PdfBlock => ({ is: 'heading', text });
const pictureBlock = ({ path, name }: StoredPicture, label: string): PdfBlock => ({
  is: 'picture',
  path,
  caption: label ? `${label}: ${name}` : name,
});

function pictureBlocks(label: string, pictures: readonly StoredPicture[]): PdfBlock[] {
  if (pictures.length === 0) return [{ is: 'field', label, text: '' }];
  return pictures.map((one) => pictureBlock(one, label));
}

function shownValue({ key, builtIn }: Control, content: Content, row: FormRow): unknown {
  if (key !== undefined) return own(content.properties, key);
  switch (builtIn) {
    case 'dueDate':
      return content.dueDate === undefined ? undefined : dueText(content.dueDate);
    case 'assignee':
      return content.assignee?.displayName;
    case 'assignees':
      return content.assignees?.map(({ displayName }) => displayName);
    case 'number':
      return row.number;
    case 'createdDateTime':
      return timeText(row.created);
    case 'subject':
    case 'description':
    case 'status':
      return content[builtIn];
    default:
      return undefined;
  }
}

const own = (of: Properties, key: string): unknown => (Object.hasOwn(of, key) ? of[key] : undefined);

/** A value as people read it. */
export function textOf(value: unknown): string {
  if (!isGiven(value)) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { displayName, name, dateTime } = membersOf(value);
  if (typeof displayName === 'string') return displayName;
  if (typeof name === 'string') return [name, dateTime].filter((one) => typeof one === 'string').join(', ');
  return JSON.stringify(value);
}

function tableBlocks({ label, columns }: Control, value: unknown): PdfBlock[] {
  const rows = Array.isArray(value) ? value : [];
  const head = columns.map((column) => column.label);
  const cells = rows.map((row) => columns.map(({ key }) => textOf(own(membersOf(row), key ?? ''))));
  return [
    { is: 'note', head: label, text: '' },
    { is: 'table', head, rows: cells },
  ];
}

/** What the layout has no control for. */
function furtherBlocks({ row, layout }: Printed): PdfBlock[] {
  const { properties } = contentOf(row);
  const further = Object.entries(properties).filter(([key]) => !layout.byKey.has(key));
  if (further.length === 0) return [];
  const fields = further.map(([key, value]): PdfBlock => ({ is: 'field', label: nameOfKey(key), text: textOf(value) }));
  return [heading('Further values'), ...fields];
}

function endBlocks({ comments, attachments }: Printed): PdfBlock[] {
  const notes = comments.map(
    ({ author, time, text }): PdfBlock => ({ is: 'note', head: `${author}, ${timeText(time)}`, text }),
  );
  const files = attachments.map(({ name, size }) => [name, `${Math.ceil(size / 1024)} KiB`]);
  return [
    ...(notes.length > 0 ? [heading('Comments'), ...notes] : []),
    ...(files.length > 0
      ? [heading('Attachments'), { is: 'table', head: ['Name', 'Size'], rows: files } as const]
      : []),
  ];
}
