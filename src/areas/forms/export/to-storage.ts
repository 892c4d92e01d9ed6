import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import type { StoredFile } from '../../../api/ports/files.ts';
import { decided, need } from '../access.ts';
import { folderNotFound, formNotFound, invalidList } from '../errors.ts';
import { findForm } from '../form/store.ts';
import type { FormRow } from '../tables.ts';
import { printForms } from './print.ts';

interface Query {
  readonly ids?: readonly string[];
  readonly includeHeader?: boolean;
  readonly folderId?: string;
}

const idsNotFound = { ...formNotFound, target: 'ids' };

/** Prints forms of one twin into a new file of its storage. */
export async function exportToStorage({ ids = [], includeHeader = true, folderId }: Query, context: Context) {
  const { caller, ports, baseUrl } = context;
  const found = await formsOf(ids, context);
  if (isFailed(found)) return found;
  const { rows, access } = found;
  if (!access.may('storage_write')) return fail(problems.insufficientPermissions);
  const twinId = access.twin.id;
  if (folderId !== undefined && (await ports.files.twinOfFolder(context.db, folderId)) !== twinId) {
    return fail(folderNotFound);
  }
  const name = nameOf(rows);
  const place = { twinId, name, userId: caller.userId, ...(folderId === undefined ? {} : { folderId }) };
  const { stream, size } = await printForms(rows, includeHeader, context);
  const file = await ports.files.save(place, stream, size).finally(() => stream.destroy());
  return file ? reply(200, { file: viewOf(file, baseUrl) }) : fail(folderNotFound);
}

/** The forms, each once, in the order of the ids, and the access to their twin. */
async function formsOf(ids: readonly string[], context: Context) {
  const rows = new Map<string, FormRow>();
  const accesses = new Map<string, Access>();
  for (const id of ids) {
    const row = await findForm(context.db, id);
    if (row === undefined) return fail(idsNotFound);
    const known = await context.ports.access.of(context.db, context.caller, row.twin_id);
    const access = decided(known, need.view, idsNotFound, context);
    if (isFailed(access)) return access;
    rows.set(row.id, row);
    accesses.set(row.twin_id, access);
  }
  const [access, other] = accesses.values();
  if (access === undefined) return fail(idsNotFound);
  if (other === undefined) return { rows: [...rows.values()], access };
  const details = [{ code: 'InvalidParameter', message: 'The forms belong to different twins.', target: 'ids' }];
  return fail(invalidList, { details });
}

function nameOf(rows: readonly FormRow[]): string {
  const [first] = rows;
  const number = (first?.number ?? '').replaceAll(/[\\/:*?"<>|]/g, '_');
  return rows.length > 1 ? `${number} and ${rows.length - 1} more.pdf` : `${number}.pdf`;
}

const viewOf = ({ id, name, folderId }: StoredFile, baseUrl: string) => ({
  fileName: name,
  _links: {
    fileDownload: { href: `${baseUrl}/storage/files/${id}/download` },
    destinationFolder: { href: `${baseUrl}/storage/folders/${folderId}` },
    fileMetadata: { href: `${baseUrl}/storage/files/${id}` },
  },
});
