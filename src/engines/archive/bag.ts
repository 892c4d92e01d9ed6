/*
 * The texts of a BagIt 1.0 bag (RFC 8493) around an archive of a twin.
 */

export const bagText = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

export const manifestLine = (sha256: string, name: string): string => `${sha256}  ${name}\n`;

export interface BagInfo {
  readonly at: Date;
  /** Of `data/`. */
  readonly bytes: number;
  readonly files: number;
  readonly program: string;
  readonly twinId: string;
  readonly displayName: string;
  readonly archiveId: string;
}

export const bagInfoText = ({ at, bytes, files, program, twinId, displayName, archiveId }: BagInfo): string =>
  [
    `Bagging-Date: ${at.toISOString().slice(0, 10)}`,
    `Payload-Oxum: ${bytes}.${files}`,
    `Bag-Software-Agent: ${program}`,
    `External-Identifier: ${twinId}`,
    `External-Description: ${displayName.replaceAll(/\p{Cc}/gu, ' ')}`,
    'Twin-Archive-Format: 1',
    `Twin-Archive-Id: ${archiveId}`,
    '',
  ].join('\n');

/** data/README.txt. */
export const readmeText = `This is an archive of a twin of an infrastructure: its records, and the contents of its files.

It is a BagIt 1.0 bag (RFC 8493) in a ZIP file. manifest-sha256.txt has the SHA-256 of every file below data/.

  data/archive.json            what was archived, when, from where, how much, and what was left out
  data/records/                one JSON object a line; data/schemas/ has the shapes of the objects
  data/people.ndjson           the people whom the records name by their ids
  data/history/audit.ndjson    entries of the audit log, where they were asked for
  data/blobs/ab/<sha256>       contents, each once; records name them by their SHA-256
  data/ro-crate-metadata.json  the files with their names, as RO-Crate

The format is described in docs/archive.md of the program Twin Platform, with a reader in Python (examples/read-archive.py).
`;
