import type { Area } from '../../api/area.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { scenesArchive } from './archived-tables.ts';
import { objectEndpoints } from './object/endpoints.ts';
import { sceneEndpoints } from './scene/endpoints.ts';
import { q, sceneMigrations } from './tables.ts';
import { tagEndpoints } from './tag/endpoints.ts';

/** Scenes: compositions of a twin's resources, views, animations and styles. */
export function scenesArea(): Area {
  return {
    name: 'scenes',
    apis: [
      {
        name: 'scenes',
        title: 'Scenes',
        version: 1,
        prefix: '/scenes',
        description:
          'Named compositions of resources, views, animations and styles of a twin, each a flat list of typed objects. Every operation names the twin in its query. All invalid input is answered with 400.',
        endpoints: [...sceneEndpoints, ...objectEndpoints, ...tagEndpoints],
        changelog: [
          {
            date: '2026-11-27',
            text: 'SVG symbols are kept as they are written anew: elements and attributes that draw, without references to elsewhere.',
          },
          {
            date: '2026-11-21',
            text: 'First edition: every operation of the specification, replacing of whole scenes, and tags.',
          },
        ],
      },
    ],
    archive: scenesArchive,
    migrations: sceneMigrations,
    listeners: { twins: { purged: purgeTwin } },
  };
}

/** Everything that the area holds of a twin. */
async function purgeTwin(tx: Transaction, twinId: string): Promise<void> {
  const scenes = q.selectFrom('scenes').select('id').where('twin_id', '=', twinId);
  await tx.run(q.deleteFrom('scene_objects').where('scene_id', 'in', scenes));
  await tx.run(q.deleteFrom('scene_tagged').where('scene_id', 'in', scenes));
  await tx.run(q.deleteFrom('scene_tags').where('twin_id', '=', twinId));
  await tx.run(q.deleteFrom('scenes').where('twin_id', '=', twinId));
}
