import type { Context } from '../../../api/http/context.ts';
import type { Changeset, Model } from '../../../api/ports/models.ts';
import type { Snapshot } from '../../../engines/snapshot/reader.ts';
import type { ElementRow } from '../../../engines/snapshot/types.ts';
import { evictOldest } from '../../../std/evict-oldest.ts';
import { tagKey } from '../tag-key.ts';

const kept = 8;

type Tagged = Pick<ElementRow, 'id' | 'globalId' | 'class' | 'name' | 'tag'>;
/** Elements by what their tags are compared by. */
type Index = ReadonlyMap<string, readonly Tagged[]>;

export interface FoundElement {
  readonly model: Model;
  readonly changeset: Changeset;
  readonly element: Tagged;
}

export type ElementFinder = (
  twinId: string,
  key: string,
  most: number,
  context: Pick<Context, 'db' | 'ports'>,
) => Promise<FoundElement[]>;

/** Finds elements of the newest versions of models by `Tag` or name. A version never changes: it is read once, and those asked last are kept. */
export function elementFinder(): ElementFinder {
  const indexes = new Map<string, Promise<Index>>();
  const indexOf = (blobId: string, open: () => Promise<Snapshot>): Promise<Index> => {
    const found = indexes.get(blobId) ?? open().then(indexed);
    indexes.delete(blobId);
    indexes.set(blobId, found);
    found.catch(() => indexes.delete(blobId));
    if (indexes.size > kept) evictOldest(indexes);
    return found;
  };
  return async (twinId, key, most, { db, ports: { models } }) => {
    const all: FoundElement[] = [];
    for (const model of await models.ofTwin(db, twinId)) {
      const changeset = await models.newest(db, model.id);
      const artefacts = changeset && (await models.artefacts(db, model.id, changeset.id));
      if (!changeset || !artefacts) continue;
      const index = await indexOf(artefacts.snapshot, () => models.openSnapshot(artefacts.snapshot));
      all.push(...(index.get(key) ?? []).map((element) => ({ model, changeset, element })));
      if (all.length >= most) break;
    }
    return all.slice(0, most);
  };
}

async function indexed(snapshot: Snapshot): Promise<Index> {
  const index = new Map<string, Tagged[]>();
  for await (const { id, globalId, class: name, name: called, tag } of snapshot.rows()) {
    const keys = new Set([tag, called].flatMap((text) => tagKey(text ?? '') ?? []));
    for (const key of keys) {
      const element = { id, globalId, class: name, name: called, tag };
      const others = index.get(key);
      if (others) others.push(element);
      else index.set(key, [element]);
    }
  }
  return index;
}
