import type { Area, Kit } from '../../api/area.ts';
import { meshExportArchive } from './archived-tables.ts';
import { meshContainers } from './export/container.ts';
import { exportEndpoints } from './export/endpoints.ts';
import { graphicsOfModels } from './graphics.ts';
import { exportsOfModels } from './on-model-changed.ts';
import { exportJob } from './run/job.ts';
import { meshExportMigrations } from './tables.ts';

/** Mesh Export: versions of models as meshes that viewers stream. */
export function meshExportArea(kit: Kit): Area {
  return {
    name: 'mesh-export',
    apis: [
      {
        name: 'mesh-export',
        title: 'Mesh Export',
        version: 1,
        prefix: '/mesh-export',
        description:
          'Versions of models as meshes that viewers stream: 3D Tiles with the elements in them, and glTF. Every new version is exported without being asked for; the newest five such exports of a model and type are kept.',
        endpoints: exportEndpoints,
        changelog: [
          {
            date: '2026-11-27',
            text: '`geometryOptions.compression` "none" makes tiles that need no extension of a viewer; links have their signature in the path, too, for viewers that drop the query of a tileset.',
          },
          { date: '2026-11-22', text: 'A modelId that is no UUID is 422.' },
          { date: '2026-11-21', text: 'First edition: every operation of the specification.' },
        ],
      },
    ],
    mounts: [kit.ports.containers.mount(meshContainers(kit))],
    archive: meshExportArchive,
    migrations: meshExportMigrations,
    jobs: [exportJob(kit)],
    ports: { meshes: { graphicsOf: graphicsOfModels(kit) } },
    listeners: { models: exportsOfModels(kit.ports) },
  };
}
