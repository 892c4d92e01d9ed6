import { commitBlocks } from './commit.ts';
import { type BlobDeps, isFault } from './deps.ts';
import type { Blobs } from './port.ts';
import { q } from './tables.ts';
import { putBlock } from './upload.ts';

const openFor = 24 * 3_600_000;

const blockIdOf = (index: number): string => Buffer.from(String(index).padStart(9, '0')).toString('base64');

/** Contents that the server makes piece by piece, over several attempts. */
export function pieces(deps: BlobDeps): Pick<Blobs, 'savePiece' | 'joinPieces' | 'prolong'> {
  const own = { ...deps, watch: { committed: async () => {} } };
  return {
    async savePiece(id, index, stream) {
      const body = { stream, length: undefined, limit: Number.POSITIVE_INFINITY, md5: undefined };
      const stored = await putBlock(own, id, blockIdOf(index), body);
      if (isFault(stored)) throw new Error(`A piece of blob ${id} was refused: ${stored}.`);
    },
    async joinPieces(id, count, contentType) {
      const list = Array.from({ length: count }, (_, index) => ({ from: 'Latest' as const, id: blockIdOf(index) }));
      const content = await commitBlocks(own, id, list, contentType);
      if (isFault(content)) throw new Error(`The pieces of blob ${id} were refused: ${content}.`);
      return { ...content, contentType };
    },
    async prolong(tx, id) {
      const open = q.updateTable('blobs').set({ due: deps.now() + openFor });
      await tx.run(open.where('id', '=', id).where('state', '=', 'open'));
    },
  };
}
