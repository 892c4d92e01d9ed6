import type { ModelListener } from '../../api/ports/models.ts';
import type { Ports } from '../../api/ports/ports.ts';
import { settle } from './comparison/queue.ts';
import { comparisonsWhere, removeComparisons, waitingComparisons } from './comparison/store.ts';
import { q } from './tables.ts';

type Needs = Pick<Ports, 'blobs' | 'jobs' | 'models'>;

/** Comparisons start when the imports that they need have ended, and go with their model. */
export const comparisonWatch = (ports: Needs): ModelListener => ({
  async imported(tx, { modelId }) {
    const waiting = await waitingComparisons(tx, modelId);
    if (waiting.length === 0) return;
    const changesets = await ports.models.changesets(tx, modelId);
    for (const row of waiting) await settle(tx, row, changesets, ports);
  },
  async purged(tx, modelId) {
    await removeComparisons(tx, await comparisonsWhere(tx, 'model_id', modelId), ports);
    await tx.run(q.deleteFrom('comparison_tracking').where('model_id', '=', modelId));
  },
});
