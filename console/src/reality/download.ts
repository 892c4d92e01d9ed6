import { packZip } from '../ui/pack-zip.tsx';
import { addressOf, contentsOf } from '../ui/stage/reality/contents.ts';

/** Saves reality data: its one file as it is, or all of them as a zip. */
export async function download(dataId: string, twinId: string, displayName: string): Promise<void> {
  const contents = await contentsOf(dataId, twinId);
  const [first, ...more] = contents.files;
  if (!first) throw new Error(`${displayName} has no files yet.`);
  if (more.length === 0) {
    const link = document.createElement('a');
    link.href = addressOf(contents.link, first.name);
    link.download = first.name.split('/').at(-1) ?? first.name;
    link.click();
    return;
  }
  await packZip(`${displayName}.zip`, async (packing) => (await import('./zip.ts')).zipOf(contents, packing));
}
