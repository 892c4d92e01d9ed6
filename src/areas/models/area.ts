import type { Area, Kit } from '../../kernel/area.ts';
import { elementEndpoints } from './element.endpoints.ts';
import { importJob } from './import/job.ts';
import { renewalJob, renewModels } from './import/renewal.ts';
import { modelEndpoints } from './model.endpoints.ts';
import { importedModels } from './ports.ts';
import { modelsRepository } from './repository.ts';
import { modelMigrations } from './tables.ts';
import { modelFiles } from './upload.ts';

/** Models: the IFC files of twins, their versions, and what is in them. */
export function modelsArea(kit: Kit): Area {
  return {
    name: 'models',
    apis: [
      {
        name: 'models',
        title: 'Models',
        version: 1,
        prefix: '/models',
        description:
          'Every IFC file in Storage is a model, and every content it had a changeset. Nobody registers anything: an uploaded file is imported, and its elements, properties and spatial structure can be read here.',
        endpoints: [...modelEndpoints, ...elementEndpoints],
        changelog: [
          { date: '2026-11-22', text: 'Values have units: `units` of sets, `thicknessUnit`, `attributeUnits`.' },
          { date: '2026-11-21', text: 'First edition.' },
        ],
      },
    ],
    migrations: modelMigrations,
    jobs: [importJob(kit), renewalJob(kit)],
    maintenance: [renewModels(kit)],
    ports: { models: importedModels(kit.ports) },
    watches: { files: modelFiles(kit.ports) },
    repositories: [modelsRepository(kit.ports)],
  };
}
