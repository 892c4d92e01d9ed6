/** What is wrong with an archive of a twin. */
export interface ArchiveFault {
  readonly code: string;
  readonly message: string;
  /** Path in the archive, below the base folder where it has one. */
  readonly entry: string | null;
  /** From 1. */
  readonly line: number | null;
}

/** Ends the checks of an archive. */
export class ArchiveRefused extends Error {
  readonly fault: ArchiveFault;
  constructor(fault: ArchiveFault) {
    super(fault.message);
    this.fault = fault;
  }
}

const longestName = 200;

/** A name from an archive as it is shown to people. */
export const shown = (name: string): string =>
  name
    .slice(0, longestName)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd');

/** The codes of the first stage, in the order in which they are told. */
const containerCodes: readonly string[] = [
  'NotAnArchive',
  'ArchiveTruncated',
  'BrokenContainer',
  'UnsafePath',
  'UnsupportedEntry',
  'DuplicateEntry',
  'UnexpectedEntry',
  'RatioTooHigh',
  'TooManyEntries',
  'ArchiveTooLarge',
];

const fault = (code: string, message: string, entry: string | null = null): ArchiveFault => ({
  code,
  message,
  entry: entry === null ? null : shown(entry),
  line: null,
});

export const faults = {
  notAnArchive: () => fault('NotAnArchive', 'The file is no archive of a twin.'),
  truncated: () => fault('ArchiveTruncated', 'The archive ends too early.'),
  broken: (why: string, entry: string | null = null) =>
    fault('BrokenContainer', `The archive is damaged: ${why}.`, entry),
  unsafePath: (name: string) => fault('UnsafePath', `The name '${shown(name)}' is not allowed in an archive.`, name),
  unsupported: (name: string) =>
    fault(
      'UnsupportedEntry',
      `The entry '${shown(name)}' is a link, a folder, encrypted or packed in an unknown way.`,
      name,
    ),
  duplicate: (name: string) => fault('DuplicateEntry', `The name '${shown(name)}' is in the archive twice.`, name),
  unexpected: (name: string) =>
    fault('UnexpectedEntry', `The entry '${shown(name)}' does not belong into an archive.`, name),
  ratio: (name: string) =>
    fault(
      'RatioTooHigh',
      `The entry '${shown(name)}' is more than ${mostRatio} times as large as its packed form.`,
      name,
    ),
  tooMany: (most: number) => fault('TooManyEntries', `The archive has more than ${most} entries.`),
  tooLarge: (most: number) => fault('ArchiveTooLarge', `The archive is larger than ${most} bytes.`),
  noManifest: () => fault('ManifestMissing', 'The archive has no manifest.'),
  mismatch: (name: string) =>
    fault(
      'ManifestMismatch',
      `'${shown(name)}' is in the manifest and not in the archive, or the other way round.`,
      name,
    ),
  digest: (name: string) =>
    fault('DigestMismatch', `The bytes of '${shown(name)}' are not those of the manifest.`, name),
} as const;

/** What unpacks to more than this many times its bytes was made to be large. */
export const mostRatio = 200;

export const isTooPacked = (size: number, packed: number): boolean => size > mostRatio * packed;

/** The faults of one stage, of which the first in the order of the codes counts. */
export interface Findings {
  add(one: ArchiveFault): void;
  /** Throws `ArchiveRefused`, for the first of all that were found. */
  settle(last?: ArchiveFault): void;
}

export function newFindings(): Findings {
  let first: ArchiveFault | undefined;
  const rank = ({ code }: ArchiveFault): number => containerCodes.indexOf(code);
  const add = (one: ArchiveFault) => {
    if (first === undefined || rank(one) < rank(first)) first = one;
  };
  return {
    add,
    settle(last) {
      if (last !== undefined) add(last);
      if (first !== undefined) throw new ArchiveRefused(first);
    },
  };
}
