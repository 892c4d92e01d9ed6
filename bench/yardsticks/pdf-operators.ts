import { openPdf, pageOf } from '../../src/engines/drawings/read/pdf-file.ts';

/* The library that our reader of drawings reads PDFs with, alone: the operators of the first page, and nothing made of them. */
const document = await openPdf(process.argv[2] ?? '', 'E101');
const { fnArray } = await (await pageOf(document, 1)).getOperatorList();
if (fnArray.length === 0) throw new Error('Nothing is drawn on the page.');
process.exit();
