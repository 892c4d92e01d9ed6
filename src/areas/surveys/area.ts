import { nothingArchived } from '../../api/archive/kind.ts';
import type { Area } from '../../api/area.ts';
import { systemEndpoints } from './system/endpoints.ts';

/** Surveys: where coordinates are. */
export function surveysArea(): Area {
  return {
    name: 'surveys',
    apis: [
      {
        name: 'surveys',
        title: 'Surveys',
        version: 1,
        prefix: '/surveys',
        description:
          'Coordinate systems: a register with names, areas and units, what texts of files say, and points of one system in another.',
        endpoints: systemEndpoints,
        changelog: [{ date: '2026-11-27', text: 'First edition.' }],
      },
    ],
    archive: nothingArchived,
    migrations: [],
  };
}
