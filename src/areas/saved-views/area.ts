import type { Area, Kit } from '../../api/area.ts';
import { savedViewsArchive } from './archived-tables.ts';
import { extensionEndpoints } from './extension/endpoints.ts';
import { groupEndpoints } from './group/endpoints.ts';
import { imageEndpoints } from './image/endpoints.ts';
import { purgeTwin } from './maintenance.ts';
import { savedViewsPort } from './ports.ts';
import { savedViewMigrations } from './tables.ts';
import { tagEndpoints } from './tag/endpoints.ts';
import { viewEndpoints } from './view/endpoints.ts';

/** Saved Views: cameras and display states of twins and models, that people name, share, group and tag. */
export function savedViewsArea(kit: Kit): Area {
  return {
    name: 'saved-views',
    apis: [
      {
        name: 'saved-views',
        title: 'Saved Views',
        version: 1,
        prefix: '/savedviews',
        description:
          'Views of a twin, or of a model of it: camera, visibility and display, with a picture, extensions, groups and tags. What is not shared is there for its creator only.',
        endpoints: [...viewEndpoints, ...imageEndpoints, ...extensionEndpoints, ...groupEndpoints, ...tagEndpoints],
        changelog: [{ date: '2026-11-21', text: 'First edition: every operation of the specification.' }],
      },
    ],
    archive: savedViewsArchive,
    migrations: savedViewMigrations,
    ports: { savedViews: savedViewsPort(kit) },
    listeners: { twins: { purged: (tx, twinId) => purgeTwin(tx, twinId, kit) } },
  };
}
