import { type ArchivedTwin, type AreaArchive, archiveKind, type LeftOut, within } from '../../api/archive/kind.ts';
import { bit, faultIn } from '../../api/archive/rules.ts';
import { condition } from '../../kernel/db/condition.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { anyObject } from '../../kernel/schema/shapes.ts';
import { madeObjectFaults } from './object/rules.ts';
import { name, sceneCreate } from './schema/scene.ts';
import { tagCreate } from './schema/tag.ts';
import { q } from './tables.ts';

/** What of the tables of this area goes into the archive of a twin. */
export const scenesArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'scenes/tag',
      table: 'scene_tags',
      order: 85,
      columns: `id=key:uuid* twin_id=twin name=text name_folded=- created=time created_by=person modified=time
version=int`,
      shapes: { name: tagCreate.properties.displayName },
      unique: [['name']],
    }),
    archiveKind({
      kind: 'scenes/scene',
      table: 'scenes',
      order: 85,
      columns: `id=key:uuid* twin_id=twin name=text description=text? parent_id=ref?:scenes/scene? created=time
created_by=person modified=time version=int`,
      shapes: { name: name(), description: sceneCreate.properties.description },
    }),
    archiveKind({
      kind: 'scenes/object',
      table: 'scene_objects',
      order: 86,
      columns: `id=key:uuid* scene_id=ref:scenes/scene kind=text schema_version=text name=text? name_folded=- place=int?
display_order=num? visible=int? parent_id=ref?:scenes/object? related_id=ref?:scenes/object?
resource_twin_id=- resource_class=- created=time created_by=person modified=time version=int data_size=-
data=json+ids`,
      note: 'Objects of a scene in the order of place. Resources of other twins stay as they are and are told.',
      where: within('scene_id', 'scenes/scene'),
      shapes: { name: name(), visible: bit, data: anyObject() },
      check: ({ kind, schemaVersion: version, data, relatedId }) =>
        faultIn(madeObjectFaults({ kind, version, data, relatedId })),
    }),
    archiveKind({
      kind: 'scenes/tagged',
      table: 'scene_tagged',
      order: 87,
      columns: `scene_id=ref:scenes/scene* tag_id=ref:scenes/tag*`,
      where: within('scene_id', 'scenes/scene'),
    }),
  ],
  excused: {},
  leftOut,
};

async function leftOut(db: Reader, of: ArchivedTwin): Promise<LeftOut[]> {
  const foreign = q
    .selectFrom('scene_objects')
    .select('id')
    .where(condition`scene_id in ${of.idsOf('scenes/scene')}`)
    .where('resource_twin_id', 'is not', null)
    .where('resource_twin_id', '<>', of.twinId);
  const { length: count } = await db.all(foreign);
  const message = 'Objects of scenes show resources of other twins, which are not in the archive.';
  return count === 0 ? [] : [{ code: 'OtherTwin', kind: 'scenes/object', count, message }];
}
