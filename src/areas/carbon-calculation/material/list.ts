import { join } from 'node:path';
import type { Static } from 'typebox';
import { keyOf } from '../../../engines/carbon/calculate.ts';
import type { FoundMaterial } from '../../../engines/carbon/materials.ts';
import { copyBlob } from '../../../kernel/blobs/local.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import { fail, isFailed } from '../../../kernel/http/problem.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import type { Access } from '../../../kernel/ports/access.ts';
import type { Ports } from '../../../kernel/ports/ports.ts';
import { aside } from '../aside.ts';
import { reachOf } from '../epd.store.ts';
import { changesetNotFound, invalid, mappingNotFound, modelNotFound, notReady } from '../errors.ts';
import type { materialsQuery } from '../mapping.schema.ts';
import { contentOf, findMapping } from '../mapping.store.ts';

export const invalidMaterials = invalid('get materials');
type Query = Static<typeof materialsQuery>;

/** What a model is made of: the list from which a person makes a mapping. */
export async function listMaterials({ twin }: Access, query: Query, memory: MaterialsMemory, context: Context) {
  const { db, ports } = context;
  const model = await ports.models.find(db, query.modelId.toLowerCase());
  if (model?.twinId !== twin.id) return fail(modelNotFound);
  const mapping = query.mappingId === undefined ? undefined : await findMapping(db, query.mappingId);
  const known = mapping !== undefined && reachOf(twin).includes(mapping.twin_id);
  if (query.mappingId !== undefined && !known) return fail(mappingNotFound);
  const changeset = query.changesetId
    ? await ports.models.changeset(db, model.id, query.changesetId)
    : await ports.models.newest(db, model.id);
  if (changeset === undefined) return fail(changesetNotFound);
  const artefacts = await ports.models.artefacts(db, model.id, changeset.id);
  if (artefacts === undefined) return fail(notReady);
  const found = await memory(artefacts.snapshot, ports).catch((error: unknown) => {
    if (error instanceof JobFailure) return fail(notReady, { message: error.message });
    throw error;
  });
  if (isFailed(found)) return found;
  const entries = new Map(mapping ? contentOf(mapping).materials.map((one) => [keyOf(one.name), one]) : []);
  const materials = found.map((one) => {
    const entry = one.name === null ? undefined : entries.get(keyOf(one.name));
    const epdId = entry?.ignored ? null : (entry?.epdId ?? null);
    const state = entry?.ignored ? ('Ignored' as const) : epdId === null ? ('Unmapped' as const) : ('Mapped' as const);
    return { ...one, examples: [...one.examples], state, epdId };
  });
  return reply(200, { materials });
}

const kept = 16;

/** The materials of a snapshot by its blob, which never changes; what was asked for lately is kept. */
export type MaterialsMemory = (snapshot: string, ports: Ports) => Promise<readonly FoundMaterial[]>;

export function materialsMemory(): MaterialsMemory {
  const memory = new Map<string, Promise<readonly FoundMaterial[]>>();
  return (blob, ports) => {
    const found = memory.get(blob) ?? read(blob, ports);
    memory.delete(blob);
    memory.set(blob, found);
    found.catch(() => memory.delete(blob));
    const [oldest] = memory.keys();
    if (memory.size > kept && oldest !== undefined) memory.delete(oldest);
    return found;
  };
}

const read = (blob: string, { engines, blobs }: Ports): Promise<readonly FoundMaterial[]> =>
  engines.workFolder(async (folder) => {
    const snapshot = join(folder, 'snapshot');
    await copyBlob(blobs, blob, snapshot);
    return engines.run(aside(), 'carbonMaterials', { snapshot });
  });
