import { readFileSync } from 'node:fs';
import process from 'node:process';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/*
 * The library that our reader of drawings reads PDFs with, alone, from a script as anybody would write it: the operators of
 * the first page, and nothing made of them.
 */
const data = new Uint8Array(readFileSync(process.argv[2] ?? ''));
const document = await getDocument({ data, verbosity: 0 }).promise;
const { fnArray } = await (await document.getPage(1)).getOperatorList();
if (fnArray.length === 0) throw new Error('Nothing is drawn on the page.');
process.exit();
