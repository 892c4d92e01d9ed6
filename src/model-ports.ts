import { comparisonWatch } from './areas/changed-elements/watch.ts';
import { graphicsOfModels } from './areas/mesh-export/graphics.ts';
import { exportsOfModels } from './areas/mesh-export/watch.ts';
import { importedModels } from './areas/models/ports.ts';
import { modelFiles } from './areas/models/upload.ts';
import type { ModelWatch } from './kernel/models.ts';
import type { Ports } from './kernel/wiring.ts';

/** Wires models: what they make of files, and who wants to know what becomes of them. */
export function modelPorts(
  ports: () => Ports,
  baseUrl: string,
): Pick<Ports, 'findModel' | 'models' | 'fileWatch' | 'modelWatch' | 'modelGraphics'> {
  const models = importedModels(ports);
  const watches: readonly ModelWatch[] = [exportsOfModels(ports), comparisonWatch(ports)];
  return {
    findModel: models.find,
    models,
    modelGraphics: graphicsOfModels(ports, baseUrl),
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
