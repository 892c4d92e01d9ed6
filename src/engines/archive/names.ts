/*
 * The names of the entries of an archive: which are safe, and which belong into one.
 */

const mostBytes = 400;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const forbidden = /[\\\u0000-\u001f\u007f-\u009f]|^[a-zA-Z]:|^\//;

/** The name that these bytes spell; undefined where no file of an archive may have it. */
export function safeName(bytes: Buffer): string | undefined {
  if (bytes.length === 0 || bytes.length > mostBytes) return undefined;
  const name = utf8(bytes);
  if (name === undefined || forbidden.test(name) || name.normalize('NFC') !== name) return undefined;
  const segments = name.replace(/\/$/, '').split('/');
  return segments.some((one) => one === '' || one === '.' || one === '..') ? undefined : name;
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Equal for names that are one on file systems that do not tell them apart. */
export const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

const single = [
  'bagit.txt',
  'bag-info.txt',
  'manifest-sha256.txt',
  'tagmanifest-sha256.txt',
  'data/README.txt',
  'data/archive.json',
  'data/people.ndjson',
  'data/held.ndjson',
  'data/history/audit.ndjson',
  'data/ro-crate-metadata.json',
];

/** Whether a path below the base folder belongs into an archive with these kinds of records. */
export function expectedNames(kinds: readonly string[]): (path: string) => boolean {
  const known = new Set([
    ...single,
    ...kinds.flatMap((kind) => [`data/records/${kind}.ndjson`, `data/schemas/${kind}.json`]),
  ]);
  return (path) => known.has(path) || isContent(path);
}

const isContent = (path: string): boolean => digestIn(path) !== undefined;

/** The digest that the name of a content is. */
export function digestIn(path: string): string | undefined {
  const [, folder, digest] = /^data\/blobs\/([0-9a-f]{2})\/([0-9a-f]{64})$/.exec(path) ?? [];
  return folder !== undefined && digest?.startsWith(folder) ? digest : undefined;
}
