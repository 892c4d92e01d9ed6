import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';

interface Look {
  /** Of which nothing can be read, from 1. */
  readonly damaged?: number;
  readonly password?: string;
}

/** A PDF of pages with two valves in a pipe each: `HV-11` and `HV-12` on the first. */
export async function pagesOf(count: number, { damaged, password }: Look = {}): Promise<Buffer> {
  const document = new PdfDocument({ autoFirstPage: false, ...(password ? { userPassword: password } : {}) });
  for (let page = 1; page <= count; page++) {
    document.addPage({ size: [800, 400], margin: 0 }).lineWidth(2);
    for (const [n, x] of [100, 400].entries()) {
      document.polygon([x - 16, 190], [x + 16, 210], [x + 16, 190], [x - 16, 210]).stroke();
      document.fontSize(14).text(`HV-${page}${n + 1}`, x - 20, 222, { lineBreak: false });
    }
    document.moveTo(116, 200).lineTo(384, 200).stroke();
  }
  document.end();
  const bytes = await buffer(document);
  return damaged === undefined ? bytes : withGarbage(bytes, damaged);
}

/** Overwrites the drawing of a page; those of PDFs are packed. */
function withGarbage(bytes: Buffer, page: number): Buffer {
  const text = bytes.toString('latin1');
  const begins = [...text.matchAll(/(?<!end)stream\n/g)].map(({ index }) => index + 'stream\n'.length);
  const at = begins[page - 1] ?? 0;
  for (let n = 0; n < 60; n++) bytes[at + n] = (n * 73 + 11) & 255;
  return bytes;
}
