import { createCanvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { whole } from '../read/pdf-file.ts';
import { packed } from './packed.ts';

/** A page of a PDF as a picture of so many pixels, a PNG. */
export async function drawPdfPage(
  page: PDFPageProxy,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const points = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.max(width / points.width, height / points.height) });
  const target = { canvas: null, canvasContext: canvas.getContext('2d') };
  await whole(() => page.render({ ...target, viewport, background: 'white' }).promise);
  return packed(canvas);
}
