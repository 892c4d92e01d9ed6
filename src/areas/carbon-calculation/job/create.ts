import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { type Failed, fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { calculate } from '../access.ts';
import { invalid, invalidValue, overQuota } from '../errors.ts';
import { accessToReport } from '../report.ts';
import type { ExternalTools } from '../settings.ts';
import { findConfiguration } from '../store/configurations.ts';
import { countOpenJobs, insertJob } from '../store/jobs.ts';
import type { JobRow } from '../tables.ts';
import type { Tool } from '../tools.ts';
import { labelsOf } from '../view.ts';
import type { JobCreateA, JobCreateB } from './schema.ts';
import { settle } from './settle.ts';
import { createdView, jobPath } from './view.ts';
import { type CarbonPayload, carbonKind, type Work } from './work.ts';

export const invalidCreate = invalid('create job');
const mostOpen = 20;

interface Order {
  readonly tool: Tool;
  readonly twinId: string;
  readonly title: string;
  /** In front of the id that callers know. */
  readonly before: string;
  readonly projectName: string | null;
  readonly work: Work;
  readonly token: string;
}

/** Tool a: of a report alone, or of a configuration. */
export async function createJobA(body: JobCreateA, tools: ExternalTools, context: Context) {
  const { reportId, configurationId, extractionId, token } = body;
  if (configurationId) {
    const asked = { tool: 'carbontool-a', configurationId, extractionId, token, projectName: null } as const;
    return createOfConfiguration(asked, tools, context);
  }
  const access = await accessToReport(reportId ?? '', invalidCreate, context);
  if (isFailed(access)) return access;
  const id = (reportId ?? '').toLowerCase();
  const work = { reportId: id, modelId: null, extractionId: null, labels: null };
  const order = {
    tool: 'carbontool-a',
    twinId: access.twin.id,
    title: `report ${id}`,
    before: `${id}_`,
    work,
    token,
  } as const;
  return begin({ ...order, projectName: null }, tools, context);
}

export function createJobB(body: JobCreateB, tools: ExternalTools, context: Context) {
  const { configurationId, extractionId, projectName, 'carbontool-bBearerToken': token } = body;
  const asked = { tool: 'carbontool-b', configurationId, extractionId, token, projectName } as const;
  return createOfConfiguration(asked, tools, context);
}

interface AskedOfConfiguration {
  readonly tool: Tool;
  readonly configurationId: string;
  readonly extractionId?: string | null | undefined;
  readonly token: string;
  readonly projectName: string | null;
}

async function createOfConfiguration(asked: AskedOfConfiguration, tools: ExternalTools, context: Context) {
  const { tool, configurationId, extractionId, token, projectName } = asked;
  const row = await findConfiguration(context.db, tool, configurationId);
  const access = row && (await context.ports.access.of(context.db, context.caller, row.twin_id));
  if (row === undefined || !access?.visible) {
    return fail(invalidCreate, { details: [invalidValue('configurationId', 'The configuration is not available.')] });
  }
  if (!calculate.allows(access, context.caller)) return fail(problems.insufficientPermissions);
  const work = {
    reportId: row.report_id,
    modelId: row.model_id,
    extractionId: extractionId || null,
    labels: labelsOf(row),
  };
  const before = tool === 'carbontool-a' ? `${row.id}_` : '';
  const order = { tool, twinId: row.twin_id, title: row.display_name, before, projectName, work, token };
  return begin(order, tools, context);
}

async function begin(order: Order, tools: ExternalTools, context: Context) {
  const outcome = await context.write((tx) => addJob(tx, order, tools, context));
  return isFailed(outcome) ? outcome : reply(200, { job: createdView(outcome, context) });
}

async function addJob(
  tx: Transaction,
  { tool, twinId, title, before, projectName, work, token }: Order,
  tools: ExternalTools,
  { ports, caller, now }: Context,
): Promise<JobRow | Failed<'InvalidCarbonCalculationRequest'>> {
  if ((await countOpenJobs(tx, twinId)) >= mostOpen) {
    const message = `A twin has at most ${mostOpen} jobs that have not ended.`;
    return fail(invalidCreate, { details: [overQuota('jobs', message)] });
  }
  const id = newId();
  const isExternal = tools.urls[tool] !== undefined;
  // a report may be a model, too; its id is that of the file
  const modelId = work.modelId ?? (work.reportId && (await ports.models.find(tx, work.reportId))?.id) ?? null;
  const facts: Omit<JobRow, 'job_id'> = {
    id,
    public_id: `${before}${id}`,
    tool,
    twin_id: twinId,
    model_id: modelId,
    work: JSON.stringify(work),
    project_name: projectName,
    status: 'Queued',
    waiting: 0,
    message: null,
    project_url: null,
    token: isExternal ? ports.secrets.seal(token) : null,
    created: now,
    ended: null,
    changeset_id: null,
    embodied: null,
  };
  const job_id = await ports.jobs.enqueue(tx, {
    kind: carbonKind,
    twinId,
    title: `Carbon of ${title}`,
    createdBy: caller.userId,
    payload: { carbonJobId: id } satisfies CarbonPayload,
    resource: jobPath({ ...facts, job_id: '' }),
  });
  const row = { ...facts, job_id };
  await insertJob(tx, row);
  return settle(tx, row, ports);
}
