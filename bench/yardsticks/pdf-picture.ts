import { writeFileSync } from 'node:fs';
import { drawPdfPage } from '../../src/engines/drawings/picture/pdf.ts';
import { openPdf, pageOf } from '../../src/engines/drawings/read/pdf-file.ts';

/*
 * `node pdf-picture.ts <pdf> <width> <height> <png>`: the picture of the first page and nothing else, as the engine draws it;
 * prints the seconds from the operators that are read to the file that is written.
 */
const [, , input = '', width = '', height = '', output = ''] = process.argv;
const page = await pageOf(await openPdf(input, 'E101'), 1);
await page.getOperatorList();
const begun = performance.now();
writeFileSync(output, await drawPdfPage(page, { width: Number(width), height: Number(height) }));
console.log((performance.now() - begun) / 1000);
process.exit();
