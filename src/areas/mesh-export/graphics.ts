import type { Kit } from '../../api/area.ts';
import type { Meshes } from '../../api/ports/meshes.ts';
import { prepared } from '../../kernel/db/query.ts';
import { containerLink, fileLink } from './export/link.ts';
import { q } from './tables.ts';

/** Of whole models: a filtered export shows a part only. `MODEL` is for one viewer, the others are 3D Tiles for all. */
const newestTileset = prepared((p: { model: string }) =>
  q
    .selectFrom('mesh_exports')
    .select('id')
    .where('model_id', '=', p.model)
    .where('status', '=', 'Complete')
    .where('type', 'in', ['3DTiles', 'CESIUM'])
    .where('filter', 'is', null)
    .orderBy('changeset_index', 'desc')
    .orderBy('changed', 'desc')
    .orderBy('type')
    .limit(1),
);

/** The tileset of a model's newest complete export, as what twins show of the model. */
export const graphicsOfModels =
  ({ ports, baseUrl, now }: Kit): Meshes['graphicsOf'] =>
  async (db, model) => {
    const row = await db.first(newestTileset, { model });
    if (row === undefined) return [];
    const container = containerLink(ports.secrets, baseUrl, row.id, now());
    return [{ type: '3DTILES', uri: fileLink(container, 'tileset.json') }];
  };
