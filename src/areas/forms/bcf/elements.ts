import type { Artefacts } from '../../../api/ports/models.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Reader } from '../../../kernel/db/database.ts';

type Used = Pick<Ports, 'models'>;

/** Where an element is found. */
export interface Place {
  readonly modelId: string;
  readonly elementId: string;
}

const isHex = (id: string): boolean => /^0x[0-9a-f]+$/i.test(id);

/** What the import of the newest version has made; undefined while there is none. */
export async function newestArtefacts(db: Reader, modelId: string, { models }: Used): Promise<Artefacts | undefined> {
  const newest = await models.newest(db, modelId);
  return newest?.state === 'Ready' ? models.artefacts(db, modelId, newest.id) : undefined;
}

async function newestSnapshot(db: Reader, modelId: string, ports: Used) {
  const made = await newestArtefacts(db, modelId, ports);
  return made && ports.models.openSnapshot(made.snapshot);
}

/** GlobalIds of elements by the newest version of their model; what is not found, or is one already, stays. */
export async function globalIdsOf(
  db: Reader,
  modelId: string,
  elementIds: readonly string[],
  ports: Used,
): Promise<string[]> {
  const snapshot = elementIds.some(isHex) ? await newestSnapshot(db, modelId, ports) : undefined;
  return Promise.all(
    elementIds.map(async (id) => (isHex(id) ? ((await snapshot?.element(id.toLowerCase()))?.globalId ?? id) : id)),
  );
}

/** The places of elements in the models of a twin, by their GlobalIds. */
export async function placesOf(
  db: Reader,
  twinId: string,
  wanted: ReadonlySet<string>,
  ports: Used,
): Promise<ReadonlyMap<string, Place>> {
  const found = new Map<string, Place>();
  if (wanted.size === 0) return found;
  for (const { id: modelId } of await ports.models.ofTwin(db, twinId)) {
    const snapshot = await newestSnapshot(db, modelId, ports);
    if (snapshot === undefined) continue;
    for await (const { id, globalId } of snapshot.rows()) {
      if (wanted.has(globalId) && !found.has(globalId)) found.set(globalId, { modelId, elementId: id });
    }
    if (found.size === wanted.size) break;
  }
  return found;
}
