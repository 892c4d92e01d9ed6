import type { Item } from '../platform/files.ts';
import { packZip } from '../ui/pack-zip.tsx';

/** Packs items into a zip and saves it. */
export const downloadAsZip = (items: readonly Item[]): Promise<void> =>
  packZip(`${items.length === 1 ? items[0]?.displayName : 'files'}.zip`, async (packing) => {
    const { zipOf } = await import('./zip.ts');
    return zipOf(items, packing);
  });
