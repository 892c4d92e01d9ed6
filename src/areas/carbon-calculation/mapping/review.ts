import type { Context } from '../../../api/http/context.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import { invalid, otherVersion } from '../errors.ts';
import { epdsById, reachOf } from '../store/epds.ts';
import { contentOf, epdIdsOf, mappingAgain, putMapping } from '../store/mappings.ts';
import type { MappingRow } from '../tables.ts';
import { mappingReply } from './view.ts';

export const invalidReview = invalid('review mapping');

/** A person has looked at every entry of this version: from now on it is used. */
export async function reviewMapping({ id }: MappingRow, version: number, context: Context) {
  const { ports, caller, now } = context;
  const outcome = await context.write(async (tx) => {
    const row = await mappingAgain(tx, id);
    if (row.version !== version) return fail(otherVersion);
    const twin = await ports.twins.find(tx, row.twin_id);
    const named = epdIdsOf(contentOf(row));
    const known = new Set((await epdsById(tx, twin ? reachOf(twin) : [row.twin_id], named)).map((epd) => epd.id));
    const unknown = unknownIn(row, known);
    if (unknown.length > 0) return fail(invalidReview, { details: unknown });
    const reviewed: MappingRow = { ...row, state: 'Reviewed', reviewed_by: caller.userId, reviewed: now };
    await putMapping(tx, reviewed, false);
    return reviewed;
  });
  return isFailed(outcome) ? outcome : mappingReply(200, outcome, context);
}

/** A detail for every entry that names a declaration which is not there. */
const unknownIn = (row: MappingRow, known: ReadonlySet<string>): readonly Detail[] =>
  contentOf(row).materials.flatMap(({ epdId, transport = [] }, at) =>
    [
      [epdId, `materials[${at}].epdId`] as const,
      ...transport.map((one, way) => [one.epdId, `materials[${at}].transport[${way}].epdId`] as const),
    ].flatMap(([id, target]): Detail[] =>
      id === null || known.has(id)
        ? []
        : [{ code: 'InvalidChange', message: 'The declaration is not available.', target }],
    ),
  );
