import type { Static } from 'typebox';
import { isoTime } from '../../std/iso-time.ts';
import { readJson } from '../../std/json.ts';
import type { object, objectInScene } from './schema/scene.ts';
import type { WholeObject } from './store/objects.ts';
import type { LocatedScene } from './store/scenes.ts';

/** Members that have a value: what has none is left out of answers. */
type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], null> };
const present = <T extends Record<string, unknown>>(members: T): Present<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as Present<T>;

export const objectsAddress = (baseUrl: string, sceneId: string): string => `${baseUrl}/scenes/${sceneId}/objects`;

/** Scene.minimal */
export const sceneSummary = ({ row, tags }: LocatedScene) => ({
  id: row.id,
  twinId: row.twin_id,
  displayName: row.name,
  ...present({ description: row.description, parentId: row.parent_id }),
  createdById: row.created_by,
  creationTime: isoTime(row.created),
  lastModified: isoTime(row.modified),
  tags: tags.map((tag) => ({ id: tag.id, displayName: tag.name })),
});

/** Scene.withLinks */
export const linkedScene = (scene: LocatedScene, baseUrl: string) => ({
  ...sceneSummary(scene),
  sceneData: { objects: { href: `${objectsAddress(baseUrl, scene.row.id)}?twinId=${scene.row.twin_id}` } },
});

/** Scene.full, without the objects that are withheld. */
export function wholeScene(scene: LocatedScene, objects: readonly WholeObject[], withheld: ReadonlySet<string>) {
  const shown = objects.filter(({ id }) => !withheld.has(id));
  return {
    ...sceneSummary(scene),
    sceneData: { objects: shown.map(objectSummary) },
    ...partial(withheld),
  };
}

export const partial = (withheld: ReadonlySet<string>) => (withheld.size > 0 ? { isPartial: true } : {});

/** SceneObject.minimal */
const objectSummary = (row: WholeObject): Static<typeof objectInScene> => ({
  id: row.id,
  kind: row.kind,
  version: row.schema_version,
  data: readJson(row.data),
  ...present({
    displayName: row.name,
    order: row.place,
    displayOrder: row.display_order,
    visible: row.visible === null ? null : row.visible === 1,
    parentId: row.parent_id,
    relatedId: row.related_id,
  }),
});

/** SceneObject.full */
export const objectView = (row: WholeObject): Static<typeof object> => ({
  ...objectSummary(row),
  sceneId: row.scene_id,
  createdById: row.created_by,
  creationTime: isoTime(row.created),
  lastModified: isoTime(row.modified),
});

/** The version of a scene as it is shown: names of its tags are part of it. */
export const versionOf = ({ row, tags }: LocatedScene): string =>
  [row.version, ...tags.map((tag) => tag.version)].join('.');
