import type { Context } from '../../../api/http/context.ts';
import { noContent, reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, NoLongerThere, type Problem } from '../../../api/http/problem.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { fold } from '../../../std/text.ts';
import type { Found } from '../access.ts';
import { keptId, keptText } from '../common-view.ts';
import { invalidDocument } from '../errors.ts';
import type { ChildOf, Parent, ParentRow } from '../parent.ts';
import { followDocuments } from '../preview/follow.ts';
import type { DocumentBody } from '../schema/document.ts';
import {
  clearDesignOfVariations,
  deleteDocumentRow,
  documentNamesake,
  documentsOf,
  findDocument,
  insertDocument,
  touchDocument,
  updateDocumentRow,
} from '../store/document.ts';
import type { DocumentRow } from '../tables.ts';
import { followPictures } from '../thumbnail/follow.ts';
import { documentView, type Reach } from '../view/document.ts';
import { settle } from './chain.ts';
import { withFile, withUpload } from './file.ts';
import { documentFaults, tooLarge } from './rules.ts';

/** A record without a file yet, and the address that its file can be sent to. */
export async function createDocument(
  of: Parent,
  taken: Problem,
  { library, resource }: Found<ParentRow>,
  body: DocumentBody,
  context: Context,
) {
  const { now, ports, write } = context;
  const { refusedExtensions } = ports.settings;
  const outcome = await write(async (tx) => {
    if ((await of.find(tx, library, resource.id)) === undefined)
      throw new NoLongerThere(`${of.name} ${resource.id} is gone.`);
    const documents = await documentsOf(tx, resource.id);
    const faults = documentFaults({ parentKind: of.kind, body, before: undefined, documents, refusedExtensions });
    if (faults.length > 0) return fail(invalidDocument, { details: faults });
    const former = documents.find(({ id }) => id === keptId(body.previousVersionId));
    const row: DocumentRow = {
      id: newId(),
      account_id: resource.account_id,
      created: now,
      modified: now,
      revision: 1,
      parent_kind: of.kind,
      parent_id: resource.id,
      ...contentOf(body),
      ...versionOf(keptText(body.version) ?? numberAfter(former)),
      previous_id: former?.id ?? null,
      active: body.purpose === 'Design' && body.isActive === false ? 0 : 1,
      available: 0,
      blob_id: null,
      size: 0,
      upload_id: null,
      upload_due: null,
    };
    const opened = await withUpload(tx, row, context);
    if (!(await insertDocument(tx, opened))) return fail(taken);
    return settled(tx, opened, context);
  });
  return isFailed(outcome) ? outcome : documentReply(201, outcome, context, 'write');
}

export async function updateDocument(
  of: Parent,
  taken: Problem,
  { resource }: Found<ChildOf<DocumentRow>>,
  body: DocumentBody,
  context: Context,
) {
  const { now, ports, write } = context;
  const { refusedExtensions } = ports.settings;
  const { fileBytes } = ports.settings.library;
  const { parent_id, id } = resource.row;
  const outcome = await write(async (tx) => {
    const documents = await documentsOf(tx, parent_id);
    const before = documents.find((row) => row.id === id);
    if (before === undefined) throw new NoLongerThere(`Document ${id} was deleted.`);
    const faults = documentFaults({ parentKind: of.kind, body, before, documents, refusedExtensions });
    if (faults.length > 0) return fail(invalidDocument, { details: faults });
    const row = { ...before, ...changeOf(body, before), modified: now, revision: before.revision + 1 };
    if (await documentNamesake(tx, row)) return fail(taken);
    const filled = await withFile(tx, row, body.available, context);
    if (isFailed(filled)) return filled;
    await updateDocumentRow(tx, filled === 'tooLarge' ? { ...before, upload_id: null, upload_due: null } : filled);
    return filled === 'tooLarge' ? filled : settled(tx, filled, context);
  });
  if (outcome === 'tooLarge') return fail(invalidDocument, { details: [tooLarge(fileBytes)] });
  return isFailed(outcome) ? outcome : documentReply(200, outcome, context, 'write');
}

/** As it is when the marks of all documents are brought along. */
async function settled(tx: Transaction, row: DocumentRow, { now, caller, ports }: Context): Promise<DocumentRow> {
  await settle(tx, row, now);
  await followDocuments(tx, row.parent_id, caller.userId, ports);
  await followPictures(tx, row.parent_id, caller.userId, ports);
  return (await findDocument(tx, row.parent_id, row.id)) ?? row;
}

const contentOf = (body: DocumentBody) => ({
  name: body.displayName,
  name_folded: fold(body.displayName),
  purpose: body.purpose,
  extension: body.extension,
  extension_folded: fold(body.extension),
  design_id: keptId(body.associatedDesignDocument),
});

const versionOf = (version: string) => ({ version, version_folded: fold(version) });

function numberAfter(former: DocumentRow | undefined): string {
  if (former === undefined) return '1';
  return /^\d{1,15}$/.test(former.version) ? String(Number(former.version) + 1) : `${former.version}.1`;
}

/** States that are left out keep their value; everything else that is left out is cleared. */
const changeOf = (body: DocumentBody, before: DocumentRow) => ({
  ...contentOf(body),
  ...versionOf(keptText(body.version) ?? before.version),
  previous_id: before.previous_id ?? keptId(body.previousVersionId),
  active: activeAfter(body, before),
});

function activeAfter(body: DocumentBody, before: DocumentRow): number {
  if (before.purpose !== 'Design') return before.active;
  const getsPrevious = before.previous_id === null && keptId(body.previousVersionId) !== null;
  return getsPrevious || (body.isActive ?? before.active === 1) ? 1 : 0;
}

/** With its files. A design document takes its type catalog along, and leaves everything else that it had. */
export async function deleteDocument({ resource: { row } }: Found<ChildOf<DocumentRow>>, context: Context) {
  const { now, ports, write } = context;
  const outcome = await write(async (tx) => {
    const documents = await documentsOf(tx, row.parent_id);
    const going = documents.filter((one) => one.id === row.id || belongsTo(one, row));
    if (!going.some(({ id }) => id === row.id)) throw new NoLongerThere(`Document ${row.id} was deleted.`);
    const files = going.flatMap((one) => [one.blob_id, one.upload_id]);
    await ports.blobs.remove(
      tx,
      files.filter((id) => id !== null),
    );
    for (const { id } of going) await deleteDocumentRow(tx, id);
    for (const one of documents) {
      if (going.includes(one)) continue;
      if (one.design_id === row.id) await touchDocument(tx, one.id, { design_id: null, active: 1 }, now);
      if (one.previous_id === row.id) await touchDocument(tx, one.id, { previous_id: null }, now);
    }
    await clearDesignOfVariations(tx, row.id, now);
    await followDocuments(tx, row.parent_id, context.caller.userId, ports);
    await followPictures(tx, row.parent_id, context.caller.userId, ports);
  });
  return isFailed(outcome) ? outcome : noContent;
}

const belongsTo = (one: DocumentRow, design: DocumentRow): boolean =>
  one.purpose === 'TypeCatalog' && one.design_id === design.id;

export const documentReply = <const S extends number>(status: S, row: DocumentRow, context: Context, reach: Reach) =>
  reply(status, { document: documentView(row, context, reach) }, { version: row.revision });
