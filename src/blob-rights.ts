import type { BlobRights } from './kernel/blobs/rights.ts';
import type { Ports } from './kernel/wiring.ts';

/** What signed addresses are asked for again at each use, by the areas' own rules. */
export const blobRights = (ports: () => Ports): BlobRights => ({
  async mayWrite(db, { userId, clientId, twinId, permission }) {
    const { callerOf, accessTo } = ports();
    const caller = await callerOf(db, userId, clientId);
    return (caller && (await accessTo(db, caller, twinId))?.may(permission)) ?? false;
  },
  async isInUse(db, { twinId, fileId }) {
    const { findTwin, files } = ports();
    if ((await findTwin(db, twinId)) === undefined) return false;
    return fileId === undefined || (await files.find(db, fileId))?.twinId === twinId;
  },
});
