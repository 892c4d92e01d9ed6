import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';

/** Modules of the library that reads PDFs, and the files beside the bundle that stand for them. */
const files = {
  'pdfjs-dist/legacy/build/pdf.mjs': 'pdf.min.mjs',
  'pdfjs-dist/legacy/build/pdf.worker.min.mjs': 'pdf.worker.min.mjs',
} as const;

/**
 * The library asks for a method of `Response` that Node.js has, when it is loaded, which loads all of `fetch`: that takes longer
 * than to open a sheet.
 */
const asked = 'Response.prototype.bytes';
const atHand = 'Function';

/** Takes the files in the place of the modules, whose code a bundle only makes longer. */
export const besidePdfLibrary: Plugin = {
  name: 'beside-pdf-library',
  resolveId: (module) => (isOfLibrary(module) ? { id: `./${files[module]}`, external: true } : null),
};

const isOfLibrary = (module: string): module is keyof typeof files => module in files;

/** What stands beside the bundle, by the names of the files. */
export const pdfLibrary: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.values(files).map((file) => [file, () => quicklyRead(file)]),
);

/** The code of a file in ASCII: a letter beyond it would double what is kept of all others, and be looked for on each start. */
function quicklyRead(file: string): string {
  const code = readFileSync(fileURLToPath(import.meta.resolve(`pdfjs-dist/legacy/build/${file}`)), 'utf8');
  const lean = code.replaceAll(asked, atHand);
  if (lean === code)
    throw new Error(`${file} does not ask for ${asked} any more: what is said of it here is out of date.`);
  return lean.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
