import type { PublishedData } from '../../api/ports/reality-data.ts';
import { saveFile } from '../../kernel/blobs/local.ts';
import type { Blobs } from '../../kernel/blobs/port.ts';
import type { AtWork } from './stage.ts';

/** Where the contents of reality data lie until they are published. */
const place = { area: 'reality-data', container: 'contents' };
const atOnce = 8;

/** What an engine has made of one output. */
export interface MadeOutput extends Omit<PublishedData, 'files'> {
  readonly files: readonly MadeFile[];
}

export interface MadeFile {
  /** Within the output, parted by slashes. */
  readonly name: string;
  /** Where it lies on the disk. */
  readonly path: string;
}

/** Stores the files of outputs as blobs, by the kind of the output. What is not published is collected. */
export async function storeOutputs(
  job: AtWork,
  made: ReadonlyMap<string, MadeOutput>,
  blobs: Blobs,
): Promise<ReadonlyMap<string, PublishedData>> {
  const stored = new Map<string, PublishedData['files'][number][]>();
  const waiting: (MadeFile & { readonly kind: string })[] = [];
  for (const [kind, { files }] of made) {
    stored.set(kind, []);
    waiting.push(...files.map((file) => ({ ...file, kind })));
  }
  const all = waiting.values();
  let done = 0;
  const storeNext = async (): Promise<void> => {
    for (const { kind, path, name } of all) {
      job.signal.throwIfAborted();
      const { id, size } = await saveFile(blobs, place, path);
      stored.get(kind)?.push({ path: name, blobId: id, size });
      done++;
      job.progress({ done, total: waiting.length, message: `${done} of ${waiting.length} files` });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, storeNext));
  return new Map([...made].map(([kind, facts]) => [kind, { ...facts, files: stored.get(kind) ?? [] }]));
}
