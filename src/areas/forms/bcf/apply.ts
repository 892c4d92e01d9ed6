import type { BcfTopic } from '../../../engines/bcf/params.ts';
import { viewOf } from '../../../engines/bcf/visinfo.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { nilUuid } from '../../../std/ids.ts';
import { parseInstant } from '../../../std/instant.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { type GivenContent, isNothing } from '../form/changes.ts';
import { contentOf } from '../form/content.ts';
import { mayDo } from '../form/may-do.ts';
import { newContent, storeNew } from '../form/new-form.ts';
import { planOf, storePlan } from '../form/plan.ts';
import { formExists } from '../form/store.ts';
import { faultsOf } from '../form/update.ts';
import type { FormRow } from '../tables.ts';
import { findWorkflow } from '../workflow/store.ts';
import { isStart, transitionOf } from '../workflow/workflow.ts';
import type { Importing } from './importing.ts';
import { targetOf } from './view.ts';

type Tell = (line: string) => void;

interface Result {
  readonly row: FormRow;
  readonly isChanged: boolean;
}

const sentence = (faults: readonly { readonly message: string; readonly target?: string | null }[]): string =>
  faults.map(({ message, target }) => (target ? `${target}: ${message}` : message)).join(' ');

/** A form that is not there yet; undefined where the definition is against it. */
export async function makeForm(
  tx: Transaction,
  topic: BcfTopic,
  importing: Importing,
  tell: Tell,
): Promise<Result | undefined> {
  const { definition, acting, job } = importing;
  const { twinId } = job.payload;
  const workflow = await findWorkflow(tx, twinId, definition);
  const isFirst = topic.status !== '' && isStart(workflow, topic.status);
  if (!isFirst && topic.status !== '') tell(`no form begins with the status '${topic.status}'.`);
  const given: GivenContent = {
    ...(await contentIn(tx, topic, importing, tell)),
    ...originIn(topic, importing),
    ...(isFirst ? { status: topic.status } : {}),
  };
  const made = await newContent(tx, given, definition, twinId, acting);
  if (made.faults.length > 0) {
    tell(`no form was made of it. ${sentence(made.faults)}`);
    return undefined;
  }
  const uid = (await formExists(tx, topic.guid)) ? undefined : topic.guid;
  return { row: await storeNew(tx, made, definition, twinId, acting, uid), isChanged: true };
}

/** A form that has the guid of the topic; what may not be changed stays and is told. */
export async function updateFormOf(
  tx: Transaction,
  row: FormRow,
  topic: BcfTopic,
  importing: Importing,
  tell: Tell,
): Promise<Result> {
  const { acting, access } = importing;
  const workflow = await findWorkflow(tx, row.twin_id, row);
  const steps = topic.status !== '' && topic.status !== row.status;
  const step = steps ? transitionOf(workflow, row.status, topic.status) : undefined;
  const isFree = step !== undefined && step.notes !== 'Required';
  if (steps && !isFree) tell(`it stays ${row.status ?? row.state}: no step without a note leads to '${topic.status}'.`);
  const plain = { ...(await contentIn(tx, topic, importing, tell)), ...newOrigin(row, topic, importing) };
  const tries: GivenContent[] = [isFree ? { ...plain, status: topic.status } : plain, plain];
  for (const given of tries) {
    const plan = await planOf(tx, row, given, acting);
    if (isNothing(plan.changes)) return { row, isChanged: false };
    const faults = mayDo(plan, access, acting) ? await faultsOf(tx, plan, given, undefined) : refused;
    if (faults.length === 0) return { row: await storePlan(tx, plan, undefined, acting), isChanged: true };
    tell(`some of it was not changed. ${sentence(faults)}`);
  }
  return { row, isChanged: false };
}

const refused = [{ code: 'InsufficientPermissions', message: 'Who began the import may not change that.' }];

/** What of a topic is in the members of a form. */
async function contentIn(
  tx: Transaction,
  topic: BcfTopic,
  { acting, job }: Importing,
  tell: Tell,
): Promise<GivenContent> {
  const { ports } = acting;
  const due = topic.dueDate === undefined ? undefined : parseInstant(topic.dueDate);
  const user = topic.assignedTo?.includes('@') ? await ports.people.byEmail(tx, topic.assignedTo) : undefined;
  const theirs = user && (await ports.access.ofUser(tx, user.id, job.payload.twinId));
  if (topic.assignedTo && !theirs?.member) tell(`it is not assigned: ${topic.assignedTo} is no member of the twin.`);
  const { priority, labels, stage } = topic;
  return {
    subject: topic.title.slice(0, 255),
    ...(topic.description === undefined ? {} : { description: topic.description.slice(0, 4000) }),
    ...(due === undefined ? {} : { dueDate: isoTime(due) }),
    ...(theirs?.member && user ? { assignee: { id: user.id, displayName: user.displayName } } : {}),
    properties: {
      ...(priority === undefined ? {} : { Priority: priority }),
      ...(labels.length > 0 ? { Labels: [...new Set(labels)] } : {}),
      ...(stage === undefined ? {} : { Stage: stage }),
    },
  };
}

/** Where a topic is: its first viewpoint that says so. The view that is saved of it comes to it afterwards. */
function originIn(topic: BcfTopic, { places }: Importing) {
  const views = topic.viewpoints.map(({ node }) => viewOf(node));
  const camera = views.find((one) => one.camera)?.camera;
  const ids = views.find(({ selection }) => selection.length > 0)?.selection ?? [];
  const found = ids.flatMap((id) => places.get(id) ?? []);
  const modelId = found[0]?.modelId ?? nilUuid;
  const elementIds = ids.map((id) => (places.get(id)?.modelId === modelId ? (places.get(id)?.elementId ?? id) : id));
  const elementId = elementIds.join(' ').slice(0, 2000).trim();
  const [modelName] = topic.modelNames;
  return {
    ...(camera ? { modelView: { cameraView: camera }, modelPin: { location: targetOf(camera) } } : {}),
    ...(elementId === ''
      ? {}
      : { sourceEntity: { modelElement: { modelId, elementId, ...(modelName ? { modelName } : {}) } } }),
  };
}

/** What of it a form does not have yet. */
function newOrigin(row: FormRow, topic: BcfTopic, importing: Importing) {
  const { origin } = contentOf(row);
  return Object.fromEntries(
    Object.entries(originIn(topic, importing)).filter(([name]) => !Object.hasOwn(origin, name)),
  );
}
