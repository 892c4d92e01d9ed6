import { importedModels } from './areas/models/ports.ts';
import { modelFiles } from './areas/models/upload.ts';
import type { ModelWatch } from './kernel/models.ts';
import type { Ports } from './kernel/wiring.ts';

/** Wires models: what they make of files, and who wants to know what becomes of them. */
export function modelPorts(ports: () => Ports): Pick<Ports, 'findModel' | 'models' | 'fileWatch' | 'modelWatch'> {
  const models = importedModels(ports);
  const watches: readonly ModelWatch[] = [];
  return {
    findModel: models.find,
    models,
    fileWatch: modelFiles(ports, () => ports().modelWatch),
    modelWatch: {
      async imported(tx, changeset) {
        for (const watch of watches) await watch.imported(tx, changeset);
      },
      async purged(tx, modelId) {
        for (const watch of watches) await watch.purged(tx, modelId);
      },
    },
  };
}
