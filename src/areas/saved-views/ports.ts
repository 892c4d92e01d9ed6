import { Readable } from 'node:stream';
import type { Kit } from '../../api/area.ts';
import type { NewSavedView, SavedImage, SavedViewFacts, SavedViews } from '../../api/ports/saved-views.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import { pictureOf, thumbnailOf } from '../../kernel/pictures.ts';
import { jsonOf, readJson } from '../../std/json.ts';
import { fold } from '../../std/text.ts';
import { largestImage, mostPixels, thumbnailBox } from './image/bounds.ts';
import { newItemId } from './item-id.ts';
import { nameColumns } from './item-row.ts';
import { bytesOf, extensionsOf, storeExtension } from './store/extensions.ts';
import { groupsIn, insertGroup } from './store/groups.ts';
import { imageOf, imagePlace } from './store/images.ts';
import { findView, insertView, wholeView } from './store/views.ts';
import type { ViewRow } from './tables.ts';

const factsOf = (row: ViewRow): SavedViewFacts => ({
  id: row.id,
  twinId: row.twin_id,
  shared: row.shared === 1,
  createdBy: row.created_by,
});

/** Saved views, for areas that point to them. */
export const savedViewsPort = ({ ports }: Pick<Kit, 'ports'>): SavedViews => ({
  async find(db, id) {
    const view = await findView(db, id);
    return view && factsOf(view.row);
  },
  async read(db, id) {
    const view = await findView(db, id);
    if (view === undefined) return undefined;
    const whole = await wholeView(db, view);
    const extensions = await extensionsOf(db, [id]);
    return {
      ...factsOf(view.row),
      modelId: view.row.model_id,
      view3d: readJson(whole.data).twin3dView,
      extensions: new Map(extensions.map(({ name, data }) => [name, data])),
      image: imageOf(view.row)?.full,
    };
  },
  async saveImage(bytes): Promise<SavedImage | undefined> {
    const picture = bytes.length > largestImage ? undefined : await pictureOf(bytes);
    if (picture === undefined || picture.width * picture.height > mostPixels) return undefined;
    const thumbnail = await thumbnailOf(bytes, thumbnailBox, mostPixels);
    if (thumbnail === undefined) return undefined;
    const type = `image/${picture.format}` as const;
    const save = async (content: Buffer) =>
      (await ports.blobs.save(imagePlace, Readable.from([content]), { contentType: type, length: content.length })).id;
    return { type, full: await save(bytes), thumbnail: await save(thumbnail) };
  },
  async create(tx, view) {
    const item = itemOf(view, view.displayName);
    const data = jsonOf({ twin3dView: view.view3d });
    const extensions = [...view.extensions].map(([name, text]) => ({
      view_id: item.id,
      name,
      markdown_url: null,
      schema_url: null,
      version: 1,
      data: text,
    }));
    if (view.image) await ports.blobs.take(tx, [view.image.full, view.image.thumbnail]);
    const row: ViewRow = {
      ...item,
      group_id: await groupNamed(tx, view),
      shared: 1,
      modified: view.now,
      image: view.image ? jsonOf(view.image) : null,
      data_size: bytesOf(data),
      extensions_size: extensions.reduce((sum, one) => sum + bytesOf(one.data), 0),
    };
    await insertView(tx, row, data);
    for (const one of extensions) await storeExtension(tx, one);
    return item.id;
  },
});

const itemOf = ({ twinId, modelId, userId, now }: NewSavedView, name: string) => ({
  id: newItemId(twinId, modelId),
  twin_id: twinId,
  model_id: modelId,
  ...nameColumns(name),
  created: now,
  created_by: userId,
  version: 1,
});

async function groupNamed(tx: Reader & Transaction, view: NewSavedView): Promise<string> {
  const known = await groupsIn(tx, view.twinId, view.modelId);
  const found = known.find((one) => one.name_folded === fold(view.group) && one.model_id === view.modelId);
  if (found) return found.id;
  const row = { ...itemOf(view, view.group), shared: 1, read_only: 0 };
  await insertGroup(tx, row);
  return row.id;
}
