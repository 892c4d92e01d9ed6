import type { BcfTopic } from '../../../engines/bcf/params.ts';
import { viewOf } from '../../../engines/bcf/visinfo.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { nextSequence } from '../../../std/sequence.ts';
import { isFileName } from '../../../std/text.ts';
import { insertAttachment } from '../attachment/store.ts';
import { fileEntry, record } from '../audit/audit.ts';
import { insertComment } from '../comment/store.ts';
import { contentOf } from '../form/content.ts';
import { setSavedView } from '../form/store.ts';
import { type ItemIds, idsFor, newIds } from '../item-id.ts';
import { type AttachmentRow, type FormRow, q } from '../tables.ts';
import type { Importing, Saved } from './importing.ts';
import type { KeptComment, KeptFile, KeptTopic, KeptViewpoint } from './stored-topics.ts';
import { view3dOf } from './view.ts';

const byOf = ({ acting: { caller, now } }: Importing) => ({ userId: caller.userId, now });

/** Ids for a part that has a GUID already; new ones where another form has it, undefined where this one has. */
async function idsOf(
  tx: Transaction,
  table: 'form_comments' | 'form_attachments',
  uid: string,
  { row, now }: { readonly row: FormRow; readonly now: number },
): Promise<ItemIds | undefined> {
  const taken = await tx.first(q.selectFrom(table).select('form_id').where('uid', '=', uid));
  if (taken === undefined) return idsFor(row.twin_id, uid);
  return taken.form_id === row.id ? undefined : newIds(row.twin_id, now);
}

const mostText = 4000;

/** Comments that the form does not have, by their guids; those of others begin with who wrote them. */
export async function addComments(
  tx: Transaction,
  row: FormRow,
  { comments }: BcfTopic,
  before: KeptTopic,
  importing: Importing,
): Promise<Record<string, KeptComment>> {
  const added: Record<string, KeptComment> = {};
  for (const { guid, text, author, date, viewpoint } of comments) {
    if (text.trim() === '' || Object.hasOwn(before.comments, guid)) continue;
    const ids = await idsOf(tx, 'form_comments', guid, { row, now: importing.acting.now });
    if (ids === undefined) continue;
    const isOwn = author.toLowerCase() === importing.acting.caller.email.toLowerCase();
    const shown = (isOwn || author === '' ? text : `${author}: ${text}`).slice(0, mostText);
    await insertComment(tx, row, { text: shown, ids }, byOf(importing));
    added[guid] = { uid: ids.uid, date, author, text, ...(viewpoint ? { viewpoint } : {}) };
  }
  return added;
}

/** Documents that the form does not have, as its attachments; answers their GUIDs by those of the documents. */
export async function addDocuments(
  tx: Transaction,
  row: FormRow,
  { documents }: BcfTopic,
  before: KeptTopic,
  saved: Saved,
  importing: Importing,
): Promise<Record<string, string>> {
  const { ports, now, caller } = importing.acting;
  const added: Record<string, string> = {};
  for (const { guid, name, description } of documents) {
    const blob = saved.documents.get(guid);
    const ids = Object.hasOwn(before.documents, guid)
      ? undefined
      : await idsOf(tx, 'form_attachments', guid, { row, now });
    if (blob === undefined || ids === undefined) continue;
    await ports.blobs.take(tx, [blob.id]);
    const attachment: AttachmentRow = {
      ...ids,
      twin_id: row.twin_id,
      form_id: row.id,
      position: nextSequence(now),
      name: isFileName(name) ? name : 'document',
      caption: description?.slice(0, 1000) ?? null,
      binding: null,
      blob_id: blob.id,
      size: blob.size,
      sha256: blob.sha256,
      copies: null,
      created: now,
      created_by: caller.userId,
    };
    await insertAttachment(tx, attachment);
    await record(tx, row, [fileEntry('File Attached', attachment.name)], byOf(importing));
    added[guid] = ids.uid;
  }
  return added;
}

/** Files that the elements name and the form does not keep yet; answers all that it keeps then. */
export async function addFiles(
  tx: Transaction,
  { files }: BcfTopic,
  before: KeptTopic,
  saved: Saved,
  { acting: { ports } }: Importing,
): Promise<KeptFile[]> {
  const known = new Set(before.files.map(({ name }) => name));
  const added = files.flatMap(({ name }) => {
    const blobId = known.has(name) ? undefined : saved.files.get(name);
    return blobId === undefined ? [] : [{ name, blobId }];
  });
  await ports.blobs.take(
    tx,
    added.map(({ blobId }) => blobId),
  );
  return [...before.files, ...added];
}

/** Views of viewpoints that the form does not have, the first of which becomes its own; answers all that it has then. */
export async function addViews(
  tx: Transaction,
  row: FormRow,
  { viewpoints }: BcfTopic,
  before: KeptTopic,
  saved: Saved,
  importing: Importing,
): Promise<KeptViewpoint[]> {
  const { ports, now, caller } = importing.acting;
  const known = new Map(before.viewpoints.map((one) => [one.guid, one]));
  for (const { guid, node } of viewpoints) {
    const former = known.get(guid);
    const { camera, clips, selection } = viewOf(node);
    if (former || !camera) {
      known.set(guid, { guid, node, savedViewId: former?.savedViewId ?? null });
      continue;
    }
    const place = selection.map((id) => importing.places.get(id)).find((one) => one !== undefined);
    const savedViewId = await ports.savedViews.create(tx, {
      twinId: row.twin_id,
      modelId: place?.modelId ?? null,
      group: 'BCF',
      displayName: `${row.number} ${known.size + 1}`,
      view3d: view3dOf(camera, clips),
      extensions: new Map(),
      image: saved.pictures.get(guid),
      userId: caller.userId,
      now,
    });
    known.set(guid, { guid, node, savedViewId });
  }
  const first = [...known.values()].find(({ savedViewId }) => savedViewId !== null)?.savedViewId;
  const { modelView } = contentOf(row).origin;
  if (first && !Object.hasOwn(Object(modelView), 'savedViewId')) await setSavedView(tx, row, first);
  return [...known.values()];
}
