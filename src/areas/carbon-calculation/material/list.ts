import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { keyOf } from '../../../engines/carbon/calculate.ts';
import type { FoundMaterial } from '../../../engines/carbon/materials.ts';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { changesetNotFound, invalid, mappingNotFound, modelNotFound, notReady } from '../errors.ts';
import { proposer } from '../propose.ts';
import type { materialsQuery } from '../schema/mapping.ts';
import { epdNames, reachOf } from '../store/epds.ts';
import { contentOf, findMapping, reviewedMappings } from '../store/mappings.ts';
import type { MappingRow } from '../tables.ts';
import { materialChanges } from './changes.ts';
import type { MaterialsMemory } from './memory.ts';

export const invalidMaterials = invalid('get materials');
type Query = Static<typeof materialsQuery>;

/** What a model is made of: the list from which a person makes a mapping. */
export async function listMaterials({ twin }: Access, query: Query, memory: MaterialsMemory, context: Context) {
  const { db, ports } = context;
  const model = await ports.models.find(db, query.modelId.toLowerCase());
  if (model?.twinId !== twin.id) return fail(modelNotFound);
  const mapping = query.mappingId === undefined ? undefined : await findMapping(db, query.mappingId);
  const reach = reachOf(twin);
  const known = mapping !== undefined && reach.includes(mapping.twin_id);
  if (query.mappingId !== undefined && !known) return fail(mappingNotFound);
  const found = await materialsOf(model.id, query.changesetId, query, memory, context);
  if (isFailed(found)) return found;
  const earlier = query.comparedWith && (await materialsOf(model.id, query.comparedWith, query, memory, context));
  if (earlier && isFailed(earlier)) return earlier;
  const changes = earlier ? materialChanges(earlier, found) : undefined;
  const propose = await proposerIn(reach, mapping, context);
  const stateOf = statesIn(mapping);
  const materials = found.map((one) => ({
    ...view(one),
    ...stateOf(one.name),
    ...changes?.of(one),
    proposals: [...propose(one)],
  }));
  return reply(200, { materials, ...(changes ? { gone: changes.gone.map(view) } : {}) });
}

const view = ({ examples, classes, types, classifications, ...one }: FoundMaterial) => ({
  ...one,
  examples: [...examples],
  classes: [...classes],
  types: [...types],
  classifications: [...classifications],
});

/** What a version is made of; without a name the newest that is imported. */
async function materialsOf(
  modelId: string,
  version: string | undefined,
  { column = 'Material' }: Query,
  memory: MaterialsMemory,
  { db, ports }: Context,
) {
  const changeset = version
    ? await ports.models.changeset(db, modelId, version)
    : await ports.models.newest(db, modelId);
  if (changeset === undefined) return fail(changesetNotFound);
  const artefacts = await ports.models.artefacts(db, modelId, changeset.id);
  if (artefacts === undefined) return fail(notReady);
  return memory(artefacts.snapshot, column, ports).catch((error: unknown) => {
    if (error instanceof JobFailure) return fail(notReady, { message: error.message });
    throw error;
  });
}

/** What a mapping says of a name. */
function statesIn(mapping: MappingRow | undefined) {
  const entries = new Map(mapping ? contentOf(mapping).materials.map((one) => [keyOf(one.name), one]) : []);
  return (name: string | null) => {
    const entry = name === null ? undefined : entries.get(keyOf(name));
    const epdId = entry?.ignored ? null : (entry?.epdId ?? null);
    const state = entry?.ignored ? 'Ignored' : epdId === null ? 'Unmapped' : 'Mapped';
    return { state, epdId } as const;
  };
}

/** Proposals rest on what persons have accepted elsewhere, and on the names of the declarations. */
async function proposerIn(reach: readonly string[], mapping: MappingRow | undefined, { db }: Context) {
  const others = (await reviewedMappings(db, reach)).filter(({ id }) => id !== mapping?.id);
  const known = others.map((row) => ({ displayName: row.display_name, materials: contentOf(row).materials }));
  return proposer(known, await epdNames(db, reach));
}
