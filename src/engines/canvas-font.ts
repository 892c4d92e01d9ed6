import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

const name = 'DejaVu Sans';
const file = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** The font in which engines draw texts, which comes with the program: pictures are the same on every machine. */
export function canvasFont(): string {
  if (!GlobalFonts.has(name)) GlobalFonts.registerFromPath(file, name);
  return name;
}
