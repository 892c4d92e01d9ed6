import type { DrawingParams } from './params.ts';
import { drawPdfPage } from './picture/pdf.ts';
import { type PdfPage, readPdfPage } from './read/pdf.ts';
import { openPdf, pageOf } from './read/pdf-file.ts';

/** A page of a PDF that is open. */
export interface OpenPage {
  readonly read: PdfPage;
  /** Its picture, a PNG. */
  draw(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Opens a PDF and reads the lines of one of its pages. */
export async function openPage({ input, page }: Pick<DrawingParams, 'input' | 'page'>): Promise<OpenPage> {
  const document = await openPdf(input, 'E105');
  const close = () => document.loadingTask.destroy();
  try {
    const shown = await pageOf(document, page);
    const read = await readPdfPage(shown);
    return { read, draw: () => drawPdfPage(shown, read.kind === 'vector' ? read.sheet.lines : read), close };
  } catch (error) {
    await close();
    throw error;
  }
}
