import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';

/** The bare library: the pictures that are named, each on a page of its own, as they are. */
const [output = '', ...pictures] = process.argv.slice(2);
const doc = new PDFDocument({ size: 'A4', autoFirstPage: false });
const file = createWriteStream(output);
doc.pipe(file);
for (const picture of pictures) doc.addPage().image(picture, { fit: [495, 740] });
doc.end();
await finished(file);
