import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import type { EngineContext } from '../engine.ts';
import { breathe } from '../engine.ts';
import type { PdfDocument, PdfParams, PdfPart, PdfResult } from './params.ts';
import { pictureBudget } from './picture.ts';
import { drawBlock, type Sheet } from './typeset.ts';

const { resolve } = createRequire(import.meta.url);
const fontFile = (name: string): string => resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);

const margin = 50;
const headerLine = 11;

/** Writes a document as PDF. */
export async function writePdf(
  { input, output, bytes }: PdfParams,
  { progress, signal }: EngineContext,
): Promise<PdfResult> {
  const document = JSON.parse(await readFile(input, 'utf8')) as PdfDocument;
  const time = new Date(document.time);
  const doc = new PDFDocument({
    size: 'A4',
    bufferPages: true,
    autoFirstPage: false,
    lang: 'en',
    info: {
      Title: document.title,
      Producer: 'Twin Platform',
      Creator: 'Twin Platform',
      CreationDate: time,
      ModDate: time,
    },
    font: fontFile('DejaVuSans'),
  });
  doc.registerFont('plain', fontFile('DejaVuSans'));
  doc.registerFont('bold', fontFile('DejaVuSans-Bold'));
  const file = createWriteStream(output);
  doc.pipe(file);
  const pictures = pictureBudget(bytes, picturesIn(document));
  for (const part of document.parts) {
    progress({ step: 'Typesetting', message: part.title });
    await drawPart({ doc, pictures }, part, signal);
  }
  const { count } = doc.bufferedPageRange();
  doc.end();
  await finished(file);
  return { pages: count, size: (await stat(output)).size, leftOut: pictures.leftOut() };
}

const picturesIn = ({ parts }: PdfDocument): string[] =>
  parts.flatMap(({ blocks }) => blocks.flatMap((block) => (block.is === 'picture' ? [block.path] : [])));

/** A part with its header, whose numbers of pages are known at its end. */
async function drawPart(sheet: Sheet, part: PdfPart, signal: AbortSignal | undefined): Promise<void> {
  const { doc } = sheet;
  const top = margin + (part.header === undefined ? 0 : part.header.length * headerLine + 16);
  doc.options.margins = { top, bottom: margin, left: margin, right: margin }; // of pages that long texts begin, too
  doc.addPage();
  const first = doc.bufferedPageRange().count - 1;
  doc.font('bold').fontSize(16).text(part.title);
  doc.moveDown(0.6);
  for (const block of part.blocks) {
    signal?.throwIfAborted();
    await drawBlock(sheet, block);
    await breathe();
  }
  const end = doc.bufferedPageRange().count;
  if (part.header)
    for (let page = first; page < end; page++) drawHeader(sheet, part.header, page, page - first + 1, end - first);
  doc.switchToPage(end - 1);
}

function drawHeader({ doc }: Sheet, lines: readonly string[], at: number, page: number, pages: number): void {
  doc.switchToPage(at);
  const { margins } = doc.page;
  const former = { ...margins };
  Object.assign(margins, { top: 0, bottom: 0 }); // what is written into the margin must not begin a page
  const width = doc.page.width - 2 * margin;
  doc.font('plain').fontSize(8).fillColor('#444444');
  for (const [row, text] of lines.entries()) {
    doc.text(text, margin, margin - 12 + row * headerLine, {
      width: width - 90,
      height: headerLine,
      ellipsis: true,
      lineBreak: false,
    });
  }
  doc.text(`Page ${page} of ${pages}`, margin, margin - 12, { width, align: 'right', lineBreak: false });
  const under = margin - 8 + lines.length * headerLine;
  doc
    .moveTo(margin, under)
    .lineTo(margin + width, under)
    .lineWidth(0.5)
    .stroke('#999999');
  doc.fillColor('black');
  Object.assign(margins, former);
}
