import { isFileName } from '../../std/text.ts';
import { longestName } from './item/schema.ts';

/** Names in one path that another area gives. */
export const mostSegments = 20;

/** A name that a file or folder may have; executable files are refused by their last extension. */
export function isWritableName(name: string, refusedExtensions: readonly string[]): boolean {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  if (extension !== undefined && refusedExtensions.includes(extension)) return false;
  return name !== '' && name.length <= longestName && isFileName(name);
}

/** Room for " (12345)". */
const longestStem = longestName - 10;

/** The name of a new folder after some text, the first time, the second, …: "Site", "Site (2)". */
export function freeFolderName(text: string, number: number): string {
  const spared = Array.from(text.toWellFormed(), (sign) => (isFileName(`a${sign}a`) ? sign : '_')).join('');
  const cut = spared.slice(0, longestStem).toWellFormed().replaceAll('\ufffd', '_').trim().replace(/\.+$/, '_');
  const name = isFileName(cut) && cut !== '' ? cut : '_';
  return number === 1 ? name : `${name} (${number})`;
}

/** The name of a file beside others of that name: "plan.pdf", "plan (1).pdf", … */
export function numberedName(name: string, number: number): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
  return number === 0 ? name : `${stem} (${number})${extension}`;
}
