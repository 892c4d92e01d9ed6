import type { Located } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { fail, isFailed, NoLongerThere } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { changeItem, lockedFor, nameTaken } from '../change.ts';
import { fileExists, folderNotFound, invalidComplete } from '../errors.ts';
import { tellSubscribers } from '../events.ts';
import { findUploadable, hasUpload, isNameTaken, locate, within } from '../item/store.ts';
import { folderKind, type ItemRow } from '../tables.ts';
import { dropContent, tellContent } from '../tell-listeners.ts';
import { fileReply } from './reply.ts';

/** What was uploaded since the file was made, or its content last updated, becomes its content. */
export async function completeFile(target: Located<ItemRow>, context: Context) {
  const outcome = await context.write(async (tx) => {
    const row = await findUploadable(tx, target.resource.id, context.now);
    if (row === undefined) throw new NoLongerThere(`File ${target.resource.id} was deleted.`);
    const folder = await locate(tx, row.parent_id ?? '', folderKind);
    if (folder === undefined) return fail(folderNotFound);
    const completed = hasUpload(row, context.now) ? await takeUpload(tx, row, folder.row.id, context) : row;
    return isFailed(completed) ? completed : { row: completed, above: within(folder) };
  });
  return isFailed(outcome) ? outcome : fileReply({ resource: outcome, access: target.access }, context);
}

async function takeUpload(
  tx: Transaction,
  row: ItemRow & { readonly upload_id: string },
  folderId: string,
  context: Context,
) {
  const { blobs } = context.ports;
  const content = await blobs.finishUpload(tx, row.upload_id);
  if (content === undefined) return fail(invalidComplete, { details: [nothingUploaded] });
  const refusal = lockedFor(row, context);
  if (refusal) return refusal;
  if (row.state === 'pending' && (await isNameTaken(tx, row, folderId))) return nameTaken(fileExists);
  const change = { state: 'live', blob_id: row.upload_id, size: content.size } as const;
  const changed = await changeItem(
    tx,
    row,
    { ...change, upload_id: null, upload_due: null },
    {
      caller: content.writer ?? context.caller, // who sent the bytes, not who says that they are complete
      now: context.now,
    },
  );
  await tellContent(tx, changed, content, context.ports);
  const event = row.state === 'pending' ? 'storage.fileCreated.v1' : 'storage.fileUpdated.v1';
  await tellSubscribers(tx, event, changed, context.caller.userId, context.ports);
  await dropContent(tx, row.blob_id, context.ports);
  return changed;
}

const nothingUploaded = { code: 'InvalidChange', message: 'No content has been uploaded.', target: 'fileId' };
