import { extname } from 'node:path';

const ending = '.json';

/** What a sheet is kept as: `mypid_pdf_p0001` → `mypid_pdf_p0001.json`. */
export const predictionName = (sheet: string): string => `${sheet}${ending}`;

/** The sheet that a file of a result is the prediction of; undefined of other files. */
export const predictedSheet = (fileName: string): string | undefined =>
  fileName.endsWith(ending) ? fileName.slice(0, -ending.length) : undefined;

/** The page that a sheet was read from. */
export const pageOf = <P extends { readonly name: string; readonly page: number }>(
  pages: readonly P[],
  sheet: string,
): P | undefined => pages.find(({ name, page }) => sheetName(name, page) === sheet);

/** `mypid.pdf`, page 1 → `mypid_pdf_p0001`. */
export function sheetName(fileName: string, page: number): string {
  const extension = extname(fileName);
  const base = fileName.slice(0, fileName.length - extension.length);
  return `${base}_${extension.slice(1)}_p${String(page).padStart(4, '0')}`;
}
