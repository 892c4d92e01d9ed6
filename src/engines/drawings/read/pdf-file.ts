import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'; // what parses, which the library would look for beside itself
import { EngineFailure } from '../../engine.ts';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Two filters one after the other that make small what is large: a few hundred bytes become gigabytes. */
const packedTwice =
  /\/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)\s*\/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)\b/;

/** Opens a PDF; fonts and character maps come with the library, from the disk. */
export async function openPdf(path: string, code: 'E101' | 'E105'): Promise<PDFDocumentProxy> {
  const bytes = await readFile(path);
  if (packedTwice.test(bytes.toString('latin1')))
    throw new EngineFailure('E107', 'The PDF is compressed more than once.');
  const data = new Uint8Array(bytes);
  const task = getDocument({
    data,
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: true,
    enableXfa: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    cMapUrl: `${join(folder, 'cmaps')}/`,
    wasmUrl: `${join(folder, 'wasm')}/`,
    iccUrl: `${join(folder, 'iccs')}/`,
    maxImageSize: 100_000_000,
  });
  try {
    return await task.promise;
  } catch (error) {
    await task.destroy();
    const locked = error instanceof Error && error.name === 'PasswordException';
    throw new EngineFailure(code, locked ? 'The PDF is encrypted.' : 'The PDF cannot be opened.');
  }
}

/** A page; what the library cannot read is `E104`. */
export async function pageOf(document: PDFDocumentProxy, page: number): Promise<PDFPageProxy> {
  if (page < 1 || page > document.numPages) throw new EngineFailure('E104', `The PDF has no page ${page}.`);
  return whole(() => document.getPage(page));
}

/** Work on a page, whose faults are those of the file. */
export async function whole<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineFailure) throw error;
    throw new EngineFailure('E104', 'The page is damaged.');
  }
}
