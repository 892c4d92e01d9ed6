import type { Area, Kit } from '../../api/area.ts';
import { modelsArchive } from './archived-tables.ts';
import { elementEndpoints } from './element/endpoints.ts';
import { importJob } from './import/job.ts';
import { importOnFileChange } from './import/on-file-changed.ts';
import { renewalJob, renewModels } from './import/renewal.ts';
import { modelEndpoints } from './model/endpoints.ts';
import { importedModels } from './ports.ts';
import { modelsRepository } from './repository.ts';
import { modelMigrations } from './tables.ts';

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
          {
            date: '2026-11-27',
            text: 'GET changeset: the report has `typeCount`, `propertySetCount` and `types`; a file without products is Ready with 0 elements.',
          },
          {
            date: '2026-11-27',
            text: 'GET elements: a page whose `$filter` or `$search` needs too many steps ends before it is full, maybe without any element, and has `next`.',
          },
          { date: '2026-11-22', text: 'Values have units: `units` of sets, `thicknessUnit`, `attributeUnits`.' },
          { date: '2026-11-21', text: 'First edition.' },
        ],
      },
    ],
    archive: modelsArchive,
    migrations: modelMigrations,
    jobs: [importJob(kit), renewalJob(kit)],
    maintenance: [renewModels(kit)],
    ports: { models: importedModels(kit.ports) },
    listeners: { files: importOnFileChange(kit.ports) },
    repositories: [modelsRepository(kit.ports)],
  };
}
