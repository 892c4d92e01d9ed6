import type { Models } from '../../api/ports/models.ts';
import type { Ports } from '../../api/ports/ports.ts';
import { snapshotOpener } from './snapshots.ts';
import { artefactsOf, changesetOf, changesetsOf, findChangeset, newestOf, newestReadyOf } from './store/changesets.ts';
import { findModel, modelsOf } from './store/models.ts';

/** Models as other areas use them. The caller has checked what its own caller may do in the twin. */
export function importedModels(ports: Pick<Ports, 'blobs' | 'files'>): Models {
  return {
    find: (db, modelId) => findModel(db, modelId, ports),
    ofTwin: (db, twinId) => modelsOf(db, twinId, ports),
    changesets: async (db, modelId) => (await changesetsOf(db, modelId)).map(changesetOf),
    async changeset(db, modelId, which) {
      const row = await findChangeset(db, modelId, which);
      return row && changesetOf(row);
    },
    async newest(db, modelId) {
      const row = (await newestReadyOf(db, modelId)) ?? (await newestOf(db, modelId));
      return row && changesetOf(row);
    },
    async artefacts(db, modelId, changesetId) {
      const row = await findChangeset(db, modelId, changesetId);
      return row && artefactsOf(row);
    },
    openSnapshot: snapshotOpener(ports.blobs),
  };
}
