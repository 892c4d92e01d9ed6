import type { Ports } from '../api/ports/ports.ts';
import type { BlobRights } from '../kernel/blobs/rights.ts';

/** What signed addresses are asked for again at each use, by the areas' own rules. */
export const blobRights = (ports: () => Pick<Ports, 'access' | 'files' | 'people' | 'twins'>): BlobRights => ({
  async mayWrite(db, { userId, clientId, twinId, permission }) {
    const { access, people } = ports();
    const caller = await people.callerOf(db, userId, clientId);
    return (caller && (await access.of(db, caller, twinId))?.may(permission)) ?? false;
  },
  async isInUse(db, { twinId, fileId }) {
    const { files, twins } = ports();
    if ((await twins.find(db, twinId)) === undefined) return false;
    return fileId === undefined || (await files.find(db, fileId))?.twinId === twinId;
  },
});
