import type { Context } from '../../../api/http/context.ts';
import { guidFor } from '../../../engines/bcf/guid.ts';
import type { BcfScene, BcfTopic, BcfViewpoint } from '../../../engines/bcf/params.ts';
import { nodeOfView } from '../../../engines/bcf/visinfo.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { membersOf } from '../../../std/records.ts';
import { contentOf, elementsOf } from '../form/content.ts';
import { type AttachmentRow, type CommentRow, type FormRow, q } from '../tables.ts';
import { globalIdsOf } from './elements.ts';
import { keptOf, nothingKept } from './store.ts';
import type { KeptTopic } from './stored-topics.ts';
import { cameraIn, clipsIn } from './view.ts';

type Used = Pick<Context, 'db' | 'ports'>;

/** Puts a blob into a file of the work folder; undefined when it is gone, or too much together. */
export type Fetch = (blobId: string) => Promise<string | undefined>;

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one) => textIn(one) ?? []) : textIn(value) ? [String(value)] : [];

/** A form as a topic, with the files that it names. */
export async function topicOf(row: FormRow, fetch: Fetch, context: Used): Promise<BcfTopic> {
  const { db } = context;
  const content = contentOf(row);
  const { Priority, Labels, Stage } = content.properties;
  const kept = (await keptOf(db, row.id)) ?? nothingKept;
  const ofForm = { db, form: row };
  const comments = await commentsOf(ofForm);
  const people = await emailsOf([row.created_by, row.modified_by, ...comments.map((one) => one.created_by)], context);
  const { assignee } = content;
  const assigned =
    assignee && !assignee.isRole
      ? ((await emailsOf([assignee.id], context)).get(assignee.id) ?? assignee.displayName)
      : undefined;
  const model = membersOf(membersOf(content.origin.sourceEntity).modelElement);
  const isChanged = row.modified > row.created;
  return {
    guid: row.uid,
    title: content.subject ?? row.number,
    type: kept.type || row.type,
    status: content.status ?? row.state,
    priority: textIn(Priority),
    labels: textsIn(Labels),
    stage: textIn(Stage),
    description: content.description,
    dueDate: content.dueDate === undefined ? undefined : isoTime(content.dueDate),
    assignedTo: assigned,
    creationDate: kept.creation.date || isoTime(row.created),
    creationAuthor: kept.creation.author || (people.get(row.created_by) ?? ''),
    ...(isChanged ? { modifiedDate: isoTime(row.modified), modifiedAuthor: people.get(row.modified_by) ?? '' } : {}),
    comments: comments.map((one) => commentOf(one, kept, people)),
    viewpoints: await viewpointsOf(row, kept, fetch, context),
    modelNames: textsIn(model.modelName),
    documents: await documentsOf(await attachmentsOf(ofForm), kept, fetch),
    kept: kept.kept,
    files: await filesOf(kept, fetch),
  };
}

interface OfForm {
  readonly db: Used['db'];
  readonly form: FormRow;
}

const commentsOf = ({ db, form }: OfForm): Promise<CommentRow[]> =>
  db.all(q.selectFrom('form_comments').selectAll().where('form_id', '=', form.id).orderBy('position').orderBy('id'));

const attachmentsOf = ({ db, form }: OfForm): Promise<AttachmentRow[]> =>
  db.all(q.selectFrom('form_attachments').selectAll().where('form_id', '=', form.id).orderBy('position').orderBy('id'));

async function emailsOf(ids: readonly string[], { db, ports }: Used): Promise<ReadonlyMap<string, string>> {
  const users = await ports.people.byIds(db, [...new Set(ids)]);
  return new Map(users.map((user) => [user.id, user.email || user.displayName]));
}

function commentOf(row: CommentRow, { comments }: KeptTopic, people: ReadonlyMap<string, string>) {
  const known = Object.entries(comments).find(([, { uid }]) => uid === row.uid);
  if (known) {
    const [guid, { date, author, text, viewpoint }] = known;
    return { guid, date, author, text, ...(viewpoint ? { viewpoint } : {}) };
  }
  return { guid: row.uid, date: isoTime(row.created), author: people.get(row.created_by) ?? '', text: row.text };
}

async function viewpointsOf(row: FormRow, kept: KeptTopic, fetch: Fetch, context: Used): Promise<BcfViewpoint[]> {
  const { modelView } = contentOf(row).origin;
  const own = textIn(membersOf(modelView).savedViewId);
  const isKept = kept.viewpoints.some(({ savedViewId }) => savedViewId !== null && savedViewId === own);
  const made =
    isKept || (own === undefined && kept.viewpoints.length > 0) ? [] : await madeOf(row, own, fetch, context);
  const further: BcfViewpoint[] = [];
  for (const { guid, node, savedViewId } of kept.viewpoints) {
    const snapshot = savedViewId === null ? undefined : await pictureOf(savedViewId, fetch, context);
    further.push({ guid, node, ...(snapshot ? { snapshot } : { scene: sceneOf(row) }) });
  }
  return [...made, ...further];
}

/** The viewpoint of a form that came from no file. */
async function madeOf(
  row: FormRow,
  savedViewId: string | undefined,
  fetch: Fetch,
  context: Used,
): Promise<BcfViewpoint[]> {
  const content = contentOf(row);
  const camera = cameraIn(content.origin.modelView);
  const found = elementsOf(content);
  const ids = (found?.elementIds ?? []).filter((id) => id !== '0');
  const selection = found ? await globalIdsOf(context.db, found.modelId, ids, context.ports) : [];
  if (camera === undefined && selection.length === 0) return [];
  const view = savedViewId === undefined ? undefined : await context.ports.savedViews.read(context.db, savedViewId);
  const guid = guidFor(`${row.uid} ${savedViewId ?? ''}`);
  const node = nodeOfView(guid, { camera, selection, clips: view?.shared ? clipsIn(view.view3d) : [] });
  const snapshot = view?.shared && view.image ? await fetch(view.image) : undefined;
  return [{ guid, node, ...(snapshot ? { snapshot } : { scene: sceneOf(row) }) }];
}

/** The model of a form with its elements. */
function sceneOf(row: FormRow): BcfScene | undefined {
  const { modelId, elementIds = [] } = elementsOf(contentOf(row)) ?? {};
  return modelId === undefined ? undefined : { modelId, selected: elementIds.map((id) => id.toLowerCase()) };
}

/** The picture of a shared view; that of another one is nobody else's business. */
async function pictureOf(savedViewId: string, fetch: Fetch, { db, ports }: Used): Promise<string | undefined> {
  const view = await ports.savedViews.read(db, savedViewId);
  return view?.shared && view.image ? fetch(view.image) : undefined;
}

async function documentsOf(rows: readonly AttachmentRow[], kept: KeptTopic, fetch: Fetch) {
  const guids = new Map(Object.entries(kept.documents).map(([guid, uid]) => [uid, guid]));
  const found = [];
  for (const { uid, name, caption, blob_id } of rows) {
    const path = blob_id === null ? undefined : await fetch(blob_id);
    if (path) found.push({ guid: guids.get(uid) ?? uid, name, path, ...(caption ? { description: caption } : {}) });
  }
  return found;
}

async function filesOf({ files }: KeptTopic, fetch: Fetch) {
  const found = [];
  for (const { name, blobId } of files) {
    const path = await fetch(blobId);
    if (path) found.push({ name, path });
  }
  return found;
}
