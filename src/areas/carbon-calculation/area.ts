import type { Area, Kit } from '../../api/area.ts';
import { carbonCalculationArchive } from './archived-tables.ts';
import { comparisonEndpoints } from './comparison/endpoints.ts';
import { configurationEndpoints } from './configuration/endpoints.ts';
import { epdEndpoints } from './epd/endpoints.ts';
import { resultContainers } from './files/container.ts';
import { jobEndpoints } from './job/endpoints.ts';
import { carbonJob } from './job/run.ts';
import { carbonWatch } from './job/settle.ts';
import { purgeTwin, removeOldJobs } from './maintenance.ts';
import { mappingEndpoints, materialEndpoints } from './mapping/endpoints.ts';
import { resultEndpoints } from './result/endpoints.ts';
import { type ExternalToolOptions, externalTools } from './settings.ts';
import { carbonMigrations } from './tables.ts';
import { prefix, tools } from './tools.ts';

/** Carbon Calculation: what a building weighs in carbon, by its quantities and the declarations of its products. */
export function carbonCalculationArea(kit: Kit, options: ExternalToolOptions): Area {
  const external = externalTools(options);
  return {
    name: 'carbon-calculation',
    apis: [
      {
        name: 'carbon-calculation',
        title: 'Carbon Calculation',
        version: 1,
        prefix,
        description:
          'What a building weighs in carbon by EN 15978: quantities of a model or a table, factors of declarations that were imported, mappings that a person has reviewed. Two tools have the same operations, which differ in what jobs are given and answer.',
        endpoints: [
          ...tools.flatMap(configurationEndpoints),
          ...jobEndpoints(external),
          ...epdEndpoints,
          ...mappingEndpoints,
          ...materialEndpoints(),
          ...comparisonEndpoints,
          ...resultEndpoints,
        ],
        changelog: [
          {
            date: '2026-11-27',
            text: 'Declarations have `method`, `otherMethods`, `scenarios` and `warnings`; more declared units are read. PUT scenarios chooses those of a declaration.',
          },
          {
            date: '2026-11-22',
            text: 'First edition: every operation of the specification, declarations, mappings, materials and comparisons.',
          },
        ],
      },
    ],
    mounts: [kit.ports.containers.mount(resultContainers(kit))],
    archive: carbonCalculationArchive,
    migrations: carbonMigrations,
    jobs: [carbonJob(kit, external)],
    maintenance: [removeOldJobs(kit)],
    listeners: {
      models: carbonWatch(kit.ports),
      twins: { purged: (tx, twinId) => purgeTwin(tx, twinId, kit) },
    },
  };
}
