import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { type AccessRule, reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import type { Ports } from '../../../api/ports/ports.ts';
import { type CommittedUpload, type UploadWatch, uploadsOf } from '../../../kernel/blobs/port.ts';
import { newId } from '../../../std/ids.ts';
import { accountFor, changing, inLibrary, type Library, uploading } from '../access.ts';
import { archivePlace } from '../place.ts';
import type { importBody } from '../schema/archive.ts';
import { isOwnUser } from '../store/analytics.ts';
import { archiveOfFile, insertArchive, updateArchive } from '../store/archive.ts';
import type { ArchiveRow } from '../tables.ts';
import { waiting } from '../upload/create.ts';
import { jobAddress, jobView } from '../upload/view.ts';

export const importKind = 'library.catalogImport';

/** Both permissions: it makes components, and catalogs and words besides. */
export const importing: AccessRule<unknown, Library> = {
  ...inLibrary(changing),
  async resolve(params, context) {
    const library = await inLibrary(changing).resolve(params, context);
    return isFailed(library) ? library : inLibrary(uploading).resolve(params, context);
  },
};

/** A catalog that is made once its archive has come: the commit of the file starts the job. */
export async function importCatalog(library: Library, { fileName }: Static<typeof importBody>, context: Context) {
  const { caller, now, ports, write, baseUrl } = context;
  const { userId, clientId } = caller;
  const id = newId();
  const outcome = await write(async (tx) => {
    const account = await accountFor(tx, library, context);
    const public_id = `${now}_${id}`;
    const writer = { userId, clientId, twinId: account.id, permission: 'library_write' };
    const upload = await ports.blobs.openUpload(tx, archivePlace, writer);
    const job_id = await ports.jobs.enqueue(tx, {
      kind: importKind,
      twinId: account.id,
      title: `Read catalog ${fileName}`,
      createdBy: userId,
      payload: {},
      resource: `/library/jobs/${public_id}`,
    });
    await ports.jobs.hold(tx, job_id, 'Waiting for the file');
    const row: ArchiveRow = {
      id,
      public_id,
      account_id: account.id,
      created: now,
      kind: 'CatalogImport',
      job_id,
      file_name: fileName,
      catalog_id: null,
      blob_id: upload.id,
      due: now + waiting,
      ended: null,
      size: 0,
      ending: null,
      error: null,
      user_id: userId,
      email: isOwnUser(account, caller) ? caller.email : null,
    };
    await insertArchive(tx, row);
    return { row, upload };
  });
  if (isFailed(outcome)) return outcome;
  const { row, upload } = outcome;
  const _links = { uploadUrl: { href: ports.blobs.uploadUrl(upload, fileName) } };
  const job = await jobView(row, context);
  return reply(202, { job, _links }, { headers: { Location: jobAddress(baseUrl, row.public_id) } });
}

/** The first commit of the archive starts the job, in its transaction. */
export const startOfImports = (ports: Pick<Ports, 'jobs'>): UploadWatch =>
  uploadsOf(archivePlace, async (tx, { id, size }: CommittedUpload) => {
    const row = await archiveOfFile(tx, id);
    if (row === undefined || row.kind !== 'CatalogImport' || row.ending !== null) return;
    await updateArchive(tx, row.id, { size, due: null });
    if (row.due !== null) await ports.jobs.release(tx, row.job_id);
  });
