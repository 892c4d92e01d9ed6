import type { Readable } from 'node:stream';
import type { Blobs } from '../../../kernel/blobs/port.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newIds } from '../item-id.ts';
import { insertLayout, layoutText, removeUnusedLayouts } from '../layout/store.ts';
import { validateLayout } from '../layout/validate.ts';
import { sameListGroup } from '../list-group/store.ts';
import type { Lists } from '../list-group/tree.ts';
import { type DefinitionRow, type DefinitionStatus, q } from '../tables.ts';
import { ensureWorkflow } from '../workflow/store.ts';
import type { Workflow } from '../workflow/workflow.ts';
import { changeDefinition, imagesOf, insertDefinition, nameColumns } from './store.ts';

/** A list group that a layout names by a GUID, which becomes another one where the layout is used. */
export interface SeedLists {
  readonly id: string;
  readonly name: string;
  readonly lists: Lists;
}

export interface SeedImage {
  readonly fileId: number;
  readonly type: string;
  open(): Promise<Readable>;
}

/** What a definition is made of, wherever it comes from. */
export interface Seed {
  readonly layout: string;
  readonly listGroups: readonly SeedLists[];
  readonly images: readonly SeedImage[];
  readonly workflow: Workflow | undefined;
}

/** An image that lies in the blob store and still has to be taken. */
export interface SavedImage {
  readonly file_id: number;
  readonly type: string;
  readonly blob_id: string;
}

export interface By {
  readonly userId: string;
  readonly now: number;
}

export const imagePlace = { area: 'forms', container: 'images' } as const;

/** Copies images; done before the transaction that names them. */
export async function saveImages(images: readonly SeedImage[], blobs: Blobs): Promise<SavedImage[]> {
  const saved: SavedImage[] = [];
  for (const { fileId, type, open } of images) {
    const { id } = await blobs.save(imagePlace, await open(), { contentType: type });
    saved.push({ file_id: fileId, type, blob_id: id });
  }
  return saved;
}

export interface Naming {
  readonly name: string;
  readonly type: string;
  readonly discipline: string;
  readonly status: DefinitionStatus;
  readonly prefix: string | null;
  readonly sourceId: string | null;
}

/** Makes a private definition of a seed in a twin. */
export async function plant(
  tx: Transaction,
  twinId: string,
  seed: Seed,
  { name, sourceId, ...naming }: Naming,
  images: readonly SavedImage[],
  by: By,
  blobs: Pick<Blobs, 'take'>,
): Promise<DefinitionRow> {
  const { text, verdict } = await settle(tx, twinId, seed, images, by);
  const made = { created: by.now, created_by: by.userId };
  const row: DefinitionRow = {
    ...newIds(twinId, by.now),
    twin_id: twinId,
    ...nameColumns(name),
    ...naming,
    share_type: null,
    error_status: verdict.status,
    version: 1,
    source_id: sourceId,
    ...made,
    modified: by.now,
    modified_by: by.userId,
    revision: 1,
  };
  await insertDefinition(tx, row);
  await insertLayout(tx, { definition_id: row.id, version: 1, definition: text, ...made });
  await hangImages(tx, row.id, images, blobs);
  if (seed.workflow) await ensureWorkflow(tx, twinId, row, seed.workflow, by);
  return row;
}

/** Gives a definition the layout and the images of a seed; a layout that is another one becomes a new version. */
export async function graft(
  tx: Transaction,
  row: DefinitionRow,
  seed: Seed,
  images: readonly SavedImage[],
  by: By,
  blobs: Pick<Blobs, 'take' | 'remove'>,
): Promise<DefinitionRow> {
  const { text, verdict } = await settle(tx, row.twin_id, seed, images, by);
  const former = await imagesOf(tx, row.id);
  await blobs.remove(
    tx,
    former.map(({ blob_id }) => blob_id),
  );
  await tx.run(q.deleteFrom('form_images').where('definition_id', '=', row.id));
  await hangImages(tx, row.id, images, blobs);
  const same = text === (await layoutText(tx, row.id, row.version));
  const version = same ? row.version : row.version + 1;
  if (!same) {
    await insertLayout(tx, {
      definition_id: row.id,
      version,
      definition: text,
      created: by.now,
      created_by: by.userId,
    });
  }
  const changed = await changeDefinition(tx, row, { version, error_status: verdict.status }, by);
  await removeUnusedLayouts(tx, row.id);
  return changed;
}

/** The layout as it is to be in a twin, whose list groups it names then. */
async function settle(tx: Transaction, twinId: string, seed: Seed, images: readonly SavedImage[], by: By) {
  const ids = new Map<string, string>();
  for (const { id, name, lists } of seed.listGroups) {
    ids.set(id.toLowerCase(), await sameListGroup(tx, twinId, name, lists, by));
  }
  const known = [...ids.keys()].join('|');
  const text =
    known === ''
      ? seed.layout
      : seed.layout.replaceAll(new RegExp(known, 'gi'), (id) => ids.get(id.toLowerCase()) ?? id);
  const around = {
    listGroups: new Set(ids.values()),
    images: new Set(images.map(({ file_id }) => file_id)),
  };
  return { text, verdict: validateLayout(text, around) };
}

async function hangImages(
  tx: Transaction,
  definitionId: string,
  images: readonly SavedImage[],
  blobs: Pick<Blobs, 'take'>,
): Promise<void> {
  if (images.length === 0) return;
  await blobs.take(
    tx,
    images.map(({ blob_id }) => blob_id),
  );
  await tx.run(q.insertInto('form_images').values(images.map((one) => ({ definition_id: definitionId, ...one }))));
}
