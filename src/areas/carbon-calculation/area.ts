import type { Area } from '../../kernel/area.ts';
import { configurationEndpoints } from './configuration.endpoints.ts';
import { carbonMigrations, q } from './tables.ts';
import { prefix, tools } from './tools.ts';

/** Carbon Calculation: what a building weighs in carbon, by its quantities and the declarations of its products. */
export function carbonCalculationArea(): Area {
  return {
    name: 'carbon-calculation',
    apis: [
      {
        name: 'carbon-calculation',
        title: 'Carbon Calculation',
        version: 1,
        prefix,
        description:
          'Hands quantities of a twin to a carbon tool. Two tools have the same operations, which differ in what jobs are given and answer.',
        endpoints: tools.flatMap(configurationEndpoints),
        changelog: [{ date: '2026-11-22', text: 'First edition: configurations.' }],
      },
    ],
    migrations: carbonMigrations,
    watches: {
      twins: {
        async purged(tx, twinId) {
          await tx.run(q.deleteFrom('carbon_configurations').where('twin_id', '=', twinId));
        },
      },
    },
  };
}
