import type { PdfBlock } from './params.ts';
import type { PictureBudget } from './picture.ts';

/** What is written on. */
export interface Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly pictures: PictureBudget;
}

const size = 9.5;
type PdfTable = Extract<PdfBlock, { readonly is: 'table' }>;
const labelShare = 0.3;
const gap = 8;
const cellPadding = 3;

const left = (doc: PDFKit.PDFDocument): number => doc.page.margins.left;
const width = (doc: PDFKit.PDFDocument): number => doc.page.width - doc.page.margins.left - doc.page.margins.right;
const bottom = (doc: PDFKit.PDFDocument): number => doc.page.height - doc.page.margins.bottom;

/** Begins a page where there is no room of that height left. */
function makeRoom(doc: PDFKit.PDFDocument, height: number): boolean {
  if (doc.y + height <= bottom(doc)) return false;
  doc.addPage();
  return true;
}

export async function drawBlock(sheet: Sheet, block: PdfBlock): Promise<void> {
  switch (block.is) {
    case 'heading':
      return drawHeading(sheet, block.text);
    case 'field':
      return drawField(sheet, block.label, block.text);
    case 'note':
      return drawNote(sheet, block.head, block.text);
    case 'table':
      return drawTable(sheet, block);
    case 'picture':
      return drawPicture(sheet, block.caption);
  }
}

function drawHeading({ doc }: Sheet, text: string): void {
  makeRoom(doc, 40);
  doc.moveDown(0.5).font('bold').fontSize(12).text(text, left(doc));
  const under = doc.y + 2;
  doc
    .moveTo(left(doc), under)
    .lineTo(left(doc) + width(doc), under)
    .lineWidth(0.5)
    .stroke('#bbbbbb');
  doc.y = under + 5;
}

function drawField({ doc }: Sheet, label: string, text: string): void {
  const labelWidth = width(doc) * labelShare;
  doc.fontSize(size);
  const height = doc.font('bold').heightOfString(label || ' ', { width: labelWidth });
  makeRoom(doc, height);
  const { y } = doc;
  doc.font('bold').text(label, left(doc), y, { width: labelWidth });
  const after = doc.y;
  const page = doc.page;
  doc.font('plain').text(text || '–', left(doc) + labelWidth + gap, y, { width: width(doc) - labelWidth - gap });
  if (doc.page === page) doc.y = Math.max(doc.y, after);
  doc.moveDown(0.35);
}

function drawNote({ doc }: Sheet, head: string, text: string): void {
  doc.fontSize(size);
  makeRoom(doc, 26);
  doc.font('bold').text(head, left(doc), doc.y, { width: width(doc) });
  doc.font('plain').text(text, { width: width(doc) });
  doc.moveDown(0.5);
}

function drawTable({ doc }: Sheet, { head, rows, widths = head.map(() => 1) }: PdfTable): void {
  if (head.length === 0) return;
  const whole = widths.reduce((sum, one) => sum + one, 0);
  const columns = head.map((_, at) => (width(doc) * (widths[at] ?? 0)) / whole);
  doc.fontSize(size - 1);
  drawRow(doc, columns, head, 'bold');
  for (const row of rows) {
    doc.font('plain');
    const cells = head.map((_, at) => row[at] ?? '');
    if (makeRoom(doc, Math.min(rowHeight(doc, columns, cells), bottom(doc) - doc.page.margins.top - 30)))
      drawRow(doc, columns, head, 'bold');
    drawRow(doc, columns, cells, 'plain');
  }
  doc.moveDown(0.6);
}

type Columns = readonly number[];
const inner = (columns: Columns, at: number): number => Math.max(1, (columns[at] ?? 0) - 2 * cellPadding);

const rowHeight = (doc: PDFKit.PDFDocument, columns: Columns, cells: readonly string[]): number =>
  Math.max(...cells.map((cell, at) => doc.heightOfString(cell || ' ', { width: inner(columns, at) }))) +
  2 * cellPadding;

/** A row that is higher than a page is cut at its end. */
function drawRow(doc: PDFKit.PDFDocument, columns: Columns, cells: readonly string[], font: 'plain' | 'bold'): void {
  doc.font(font);
  const height = Math.min(rowHeight(doc, columns, cells), bottom(doc) - doc.page.margins.top - 30);
  makeRoom(doc, height);
  const { y } = doc;
  let x = left(doc);
  for (const [at, cell] of cells.entries()) {
    const each = columns[at] ?? 0;
    if (font === 'bold') doc.rect(x, y, each, height).fill('#eeeeee').fillColor('black');
    doc.rect(x, y, each, height).lineWidth(0.5).stroke('#bbbbbb');
    const box = { width: inner(columns, at), height: height - 2 * cellPadding, ellipsis: true };
    doc.text(cell, x + cellPadding, y + cellPadding, box);
    x += each;
  }
  doc.x = left(doc);
  doc.y = y + height;
}

async function drawPicture({ doc, pictures }: Sheet, caption: string): Promise<void> {
  const picture = await pictures.next();
  doc.fontSize(size);
  if (picture === undefined) {
    makeRoom(doc, 14);
    doc.font('plain').text(`${caption} (the picture is left out)`, left(doc), doc.y, { width: width(doc) });
    return;
  }
  const scale = Math.min(width(doc) / picture.width, 260 / picture.height, 1);
  const height = picture.height * scale;
  makeRoom(doc, height + 16);
  doc.image(picture.bytes, left(doc), doc.y, { width: picture.width * scale, height });
  doc.y += height + 2;
  doc
    .font('plain')
    .fontSize(8)
    .text(caption, left(doc), doc.y, { width: width(doc) });
  doc.moveDown(0.6);
}
