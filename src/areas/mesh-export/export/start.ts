import type { Static } from 'typebox';
import { modelAccess } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { type RawInput, reply } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed } from '../../../api/http/problem.ts';
import type { Changeset, Model } from '../../../api/ports/models.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { membersOf } from '../../../std/records.ts';
import { invalidParameter, invalidStart, modelNotFound } from '../errors.ts';
import { newExport } from '../new-export.ts';
import { columnsOf } from '../options.ts';
import type { ExportRow } from '../tables.ts';
import { isMade, requestableTypes, typeNamed } from '../types.ts';
import { startExports } from './access.ts';
import { enqueueExports, enqueueWaiting } from './queue.ts';
import type { exportStart } from './schema.ts';
import { findEqual, insertExport, updateExports } from './store.ts';
import { fullView } from './view.ts';

type Start = Static<typeof exportStart>;

export function checkType({ body }: RawInput): Detail[] {
  const { exportType } = membersOf(body);
  if (typeof exportType !== 'string' || typeNamed(exportType) !== undefined) return [];
  return [invalidParameter('exportType', `exportType must be one of ${requestableTypes.join(', ')}.`)];
}

/** Starts an export, or answers the one that is the same; also when both are asked for at once. */
export async function startExport(body: Start, context: Context) {
  const { baseUrl, caller, now, ports } = context;
  const found = await modelAccess(context, body.modelId, modelNotFound, startExports);
  if (isFailed(found)) return found;
  const { model } = found;
  const row = await context.write(async (tx) => {
    const changeset = await changesetOf(tx, model.id, body.changesetId, ports);
    if (changeset === undefined) return fail(invalidStart, { details: [invalidParameter('changesetId')] });
    const wanted = newExport(changeset, typeNamed(body.exportType ?? '') ?? '3DTiles', asked(body), caller.userId, now);
    const equal = await findEqual(tx, wanted);
    if (equal === undefined) return begin(tx, wanted, changeset, model, ports);
    if (equal.kept === 0) await updateExports(tx, [equal.id], { kept: 1 });
    return equal;
  });
  if (isFailed(row)) return row;
  return reply(202, { export: fullView(row, model, { baseUrl, now, ports, cdn: false }) });
}

const asked = ({ geometryOptions, tilerConfig, viewDefinitionFilter }: Start) => {
  const options = geometryOptions ?? tilerConfig;
  return columnsOf({
    ...(options === undefined ? {} : { geometryOptions: options }),
    ...(viewDefinitionFilter === undefined ? {} : { viewDefinitionFilter }),
  });
};

async function changesetOf(db: Reader, modelId: string, which = '', { models }: Pick<Ports, 'models'>) {
  if (which === '') return models.newest(db, modelId);
  return /^[0-9a-f]{40}$/i.test(which) ? models.changeset(db, modelId, which) : undefined;
}

/** Queues an export that nobody has asked for yet. What cannot be made need not wait for the import. */
async function begin(
  tx: Transaction,
  wanted: ReturnType<typeof newExport>,
  changeset: Changeset,
  { displayName: name }: Model,
  ports: Pick<Ports, 'jobs'>,
): Promise<ExportRow> {
  const waits = changeset.state === 'Importing' && isMade(wanted.type);
  const facts = { changeset, name, createdBy: wanted.created_by ?? changeset.creatorId };
  const row = { ...wanted, job_id: await (waits ? enqueueWaiting : enqueueExports)(tx, [wanted], facts, ports) };
  await insertExport(tx, row);
  return row;
}
