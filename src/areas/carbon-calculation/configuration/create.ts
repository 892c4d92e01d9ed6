import type { Static } from 'typebox';
import { twinAccess } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { calculate } from '../access.ts';
import { invalid, overQuota, twinNotFound } from '../errors.ts';
import { accessToReport } from '../report.ts';
import type { configurationCreate, Labels } from '../schema/configuration.ts';
import { countConfigurations, insertConfiguration } from '../store/configurations.ts';
import type { ConfigurationRow } from '../tables.ts';
import type { Tool } from '../tools.ts';
import { configurationReply } from '../view.ts';

const most = 1000;
export const invalidCreate = invalid('create configuration');
type Create = Static<typeof configurationCreate>;

/** Model, mapping and report are looked up when a job runs: clients make them in any order. */
export async function createConfiguration(tool: Tool, body: Create, context: Context) {
  const { reportId, twinId, modelId } = body;
  const access =
    reportId && !twinId
      ? await accessToReport(reportId, invalidCreate, context)
      : await twinAccess(context, twinId ?? '', twinNotFound, calculate);
  if (isFailed(access)) return access;
  const { caller, now } = context;
  const row: ConfigurationRow = {
    id: newId(),
    tool,
    twin_id: access.twin.id,
    form: reportId ? 'report' : 'extraction',
    report_id: reportId?.toLowerCase() ?? null,
    model_id: modelId?.toLowerCase() ?? null,
    ...columnsOf(body),
    created: now,
    created_by: caller.userId,
    modified: now,
    modified_by: caller.userId,
    version: 1,
  };
  const outcome = await context.write(async (tx) => {
    if ((await countConfigurations(tx, row.twin_id, tool)) < most) return insertConfiguration(tx, row);
    const message = `A twin has at most ${most} configurations of a tool.`;
    return fail(invalidCreate, { details: [overQuota('configurations', message)] });
  });
  return isFailed(outcome) ? outcome : configurationReply(201, row, context);
}

/** What a creation and a replacement both give. */
export const columnsOf = ({
  displayName,
  description,
  labels,
}: Pick<Create, 'displayName' | 'description' | 'labels'>) => ({
  display_name: displayName,
  description: description || null,
  labels: JSON.stringify(labels.map(labelOf)),
});

function labelOf({ reportTable, mappingId, groupName, ...label }: Labels[number]) {
  const form = reportTable ? { reportTable } : { mappingId: mappingId?.toLowerCase(), groupName };
  return { ...label, ...form };
}
