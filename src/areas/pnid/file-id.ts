/*
 * Files of an inference are known by their names: an id is the base64 of the name, with letters that need no escape in an
 * address. Only one spelling of an id is valid.
 */

const most = 128;
const letters: Readonly<Record<string, string>> = { '=': '-', '/': '_', '+': '~', '-': '=', _: '/', '~': '+' };
const swapped = (text: string, from: RegExp): string => text.replaceAll(from, (letter) => letters[letter] ?? letter);

export const fileIdOf = (name: string): string => swapped(Buffer.from(name, 'utf8').toString('base64'), /[=/+]/g);

/** The name behind an id; undefined for what is none. */
export function nameOfFileId(id: string): string | undefined {
  if (!/^[A-Za-z0-9_~-]{2,200}$/.test(id)) return undefined;
  const name = Buffer.from(swapped(id, /[-_~]/g), 'base64').toString('utf8');
  return fileIdOf(name) === id ? name : undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name may not have
const forbidden = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|]|^\./;

/** A name as it is kept; undefined for one that no file may have. */
export function fileNameOf(given: string): string | undefined {
  const name = given.normalize('NFC');
  const length = Buffer.byteLength(name);
  return length >= 1 && length <= most && !forbidden.test(name) && name.isWellFormed() && !/^\s|\s$/.test(name)
    ? name
    : undefined;
}

/** By code points, the same on every database. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
