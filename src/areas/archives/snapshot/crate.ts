import type { ArchivedTwin, ArchiveKind, StoredRow } from '../../../api/archive/kind.ts';
import { readKind } from '../../../api/archive/selection.ts';
import type { Snapshot } from '../../../kernel/db/database.ts';
import type { Report } from '../tables.ts';
import type { Named } from './contents.ts';

/** Files of the list for others; what is more is counted. */
const mostFiles = 100_000;
const rowsAtOnce = 500;

/** Notes the paths of the live files of a twin. `items`: the kind of what is in Storage, parents before their children. */
export async function nameFiles(moment: Snapshot, items: ArchiveKind, of: ArchivedTwin, named: Named): Promise<void> {
  const folders = new Map<unknown, string>();
  for await (const rows of readKind(moment, items, of, rowsAtOnce)) {
    const files: { sha256: string; path: string }[] = [];
    for (const row of rows) {
      const path = pathOf(row, folders);
      if (path === undefined) continue;
      if (row.kind === 0) folders.set(row.id, path);
      const [sha256] = typeof row.blob_id === 'string' ? (named.digestOf(row.blob_id)?.split(' ') ?? []) : [];
      if (sha256 !== undefined) files.push({ sha256, path });
    }
    await named.addFiles(files);
  }
}

function pathOf({ parent_id, name, state }: StoredRow, folders: ReadonlyMap<unknown, string>): string | undefined {
  if (state !== 'live') return undefined;
  if (parent_id === null) return '';
  const folder = folders.get(parent_id);
  if (folder === undefined) return undefined;
  return folder === '' ? String(name) : `${folder}/${String(name)}`;
}

/** The contents of an archive as an RO-Crate 1.3 describes them, for programs that know nothing of twins. */
export function* crateText({ twin, snapshot, program }: Report, named: Named): Generator<string> {
  const count = named.fileCount();
  const more = count > mostFiles ? ` ${count - mostFiles} more files are not listed here.` : '';
  const contents = new Map([...sizesOf(named)]);
  yield '{"@context":"https://w3id.org/ro/crate/1.3/context","@graph":[';
  yield JSON.stringify({
    '@id': 'ro-crate-metadata.json',
    '@type': 'CreativeWork',
    about: { '@id': './' },
    conformsTo: { '@id': 'https://w3id.org/ro/crate/1.3' },
  });
  yield ',{"@id":"./","@type":"Dataset","hasPart":[';
  let first = true;
  for (const { sha256 } of named.files(mostFiles)) {
    yield `${first ? '' : ','}${JSON.stringify({ '@id': fileId(sha256) })}`;
    first = false;
  }
  const root = {
    name: twin.displayName,
    identifier: twin.id,
    datePublished: snapshot,
    description: `Archive of a twin, written by ${program}.${more}`,
  };
  yield `],${JSON.stringify(root).slice(1)}`;
  for (const { sha256, paths } of named.files(mostFiles)) {
    const [name, ...others] = paths;
    const content = contents.get(sha256);
    yield `,${JSON.stringify({
      '@id': fileId(sha256),
      '@type': 'File',
      name,
      contentSize: String(content?.size ?? 0),
      encodingFormat: content?.contentType,
      sha256,
      ...(others.length === 0 ? {} : { alternateName: others }),
    })}`;
  }
  yield ']}\n';
}

const fileId = (sha256: string): string => `blobs/${sha256.slice(0, 2)}/${sha256}`;

function* sizesOf(named: Named) {
  let left = mostFiles;
  const wanted = new Set([...named.files(mostFiles)].map(({ sha256 }) => sha256));
  for (const content of named.contents()) {
    if (!wanted.has(content.sha256)) continue;
    yield [content.sha256, content] as const;
    if (--left === 0) return;
  }
}
