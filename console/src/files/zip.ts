import { downloadZip } from 'client-zip';
import { answerOf, platform, requestOf } from '../platform/client.ts';
import type { Item, StoredFile } from '../platform/files.ts';
import type { Packing } from '../ui/pack-zip.tsx';

/** Files and whole folders as one zip, each file at its place below where one is. */
export async function zipOf(items: readonly Item[], { signal, onFile }: Packing): Promise<Blob> {
  let done = 0;
  const unique = uniqueNames();
  async function* entries() {
    for await (const { name: path, file } of filesIn(items, '')) {
      signal.throwIfAborted();
      const name = unique(path);
      onFile(name, done++);
      const input = await requestOf(`/storage/files/${file.id}/download`, { signal });
      yield { name, lastModified: new Date(file.lastModifiedDateTime), input };
    }
  }
  return downloadZip(entries(), { buffersAreUTF8: true }).blob();
}

async function* filesIn(
  items: readonly Item[],
  above: string,
): AsyncGenerator<{ readonly name: string; readonly file: StoredFile }> {
  for (const item of items) {
    const name = above + item.displayName;
    if (item.type === 'file') yield { name, file: item };
    else yield* filesIn(await everythingIn(item.id), `${name}/`);
  }
}

const pageSize = 1000;

async function everythingIn(folderId: string): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const params = { path: { folderId }, query: { $top: pageSize, $skip: all.length } };
    const { items, _links } = await answerOf(platform.storage.GET('/storage/folders/{folderId}/list', { params }));
    all.push(...items);
    if (_links.next === undefined) return all;
  }
}

/** Gives each name once: what was found by a search lies in several folders. */
function uniqueNames(): (name: string) => string {
  const used = new Set<string>();
  return (name) => {
    const [, start = name, ending = ''] = /^(.*?)(\.[^./]*)?$/s.exec(name) ?? [];
    let free = name;
    for (let n = 2; used.has(free.toLowerCase()); n++) free = `${start} (${n})${ending}`;
    used.add(free.toLowerCase());
    return free;
  };
}
