import { downloadZip } from 'client-zip';
import type { Packing } from '../ui/pack-zip.tsx';
import { addressOf, type Contents } from '../ui/stage/reality/contents.ts';

/** All files of reality data as one zip. */
export function zipOf({ link, files }: Contents, { signal, onFile }: Packing): Promise<Blob> {
  async function* entries() {
    for (const [done, { name, modified }] of files.entries()) {
      signal.throwIfAborted();
      onFile(name, done);
      const input = await fetch(addressOf(link, name), { signal });
      if (!input.ok) throw new Error(`${name} cannot be read just now. Try again.`);
      yield { name, lastModified: modified, input };
    }
  }
  return downloadZip(entries(), { buffersAreUTF8: true }).blob();
}
