import type { Static } from 'typebox';
import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { calculate } from '../access.ts';
import { twinNotFound } from '../errors.ts';
import type { MappingContentIn, mappingCreate } from '../schema/mapping.ts';
import { type MappingContent, mappingAgain, putMapping } from '../store/mappings.ts';
import type { MappingRow } from '../tables.ts';
import { mappingReply } from './view.ts';

const usualPeriod = 50;

export async function createMapping(body: Static<typeof mappingCreate>, context: Context) {
  const access = await twinAccess(context, body.twinId, twinNotFound, calculate);
  if (isFailed(access)) return access;
  const { caller, now } = context;
  const row: MappingRow = {
    id: newId(),
    twin_id: access.twin.id,
    version: 1,
    ...columnsOf(body),
    created: now,
    created_by: caller.userId,
  };
  const outcome = await context.write((tx) => putMapping(tx, row, true));
  return isFailed(outcome) ? outcome : mappingReply(201, row, context);
}

/** Puts a mapping anew, which has to be reviewed again. */
export async function replaceMapping({ id }: MappingRow, body: MappingContentIn, context: Context) {
  const outcome = await context.write(async (tx) => {
    const before = await mappingAgain(tx, id);
    const row = { ...before, ...columnsOf(body), version: before.version + 1 };
    await putMapping(tx, row, false);
    return row;
  });
  return isFailed(outcome) ? outcome : mappingReply(200, outcome, context);
}

function columnsOf({ displayName, studyPeriod = usualPeriod, groups = [], materials = [], ...rest }: MappingContentIn) {
  const content: MappingContent = { groups, materials: materials.map(withLowerIds) };
  return {
    display_name: displayName,
    study_period: studyPeriod,
    is_default: rest.default ? 1 : 0,
    content: JSON.stringify(content),
    state: 'Draft' as const,
    reviewed_by: null,
    reviewed: null,
  };
}

type Material = NonNullable<MappingContentIn['materials']>[number];
const withLowerIds = ({ epdId, transport, ...material }: Material) => ({
  ...material,
  epdId: epdId?.toLowerCase() ?? null,
  ...(transport ? { transport: transport.map((one) => ({ ...one, epdId: one.epdId.toLowerCase() })) } : {}),
});
