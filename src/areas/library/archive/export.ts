import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { isFailed } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { accountOf, type Found } from '../access.ts';
import { isOwnUser } from '../store/analytics.ts';
import { insertArchive } from '../store/archive.ts';
import type { ArchiveRow, CatalogRow } from '../tables.ts';
import { jobAddress, jobView } from '../upload/view.ts';

export const exportKind = 'library.catalogExport';

/** Begins to write a catalog into an archive. */
export async function exportCatalog({ library, resource: catalog }: Found<CatalogRow>, context: Context) {
  const { caller, now, ports, write, baseUrl } = context;
  const account = accountOf(library);
  const id = newId();
  const row = await write(async (tx) => {
    const public_id = `${now}_${id}`;
    const job_id = await ports.jobs.enqueue(tx, {
      kind: exportKind,
      twinId: account.id,
      title: `Save catalog ${catalog.name} as an archive`,
      createdBy: caller.userId,
      payload: {},
      resource: `/library/jobs/${public_id}`,
    });
    const row: ArchiveRow = {
      id,
      public_id,
      account_id: account.id,
      created: now,
      kind: 'CatalogExport',
      job_id,
      file_name: archiveName(catalog.name),
      catalog_id: catalog.id,
      blob_id: null,
      due: null,
      ended: null,
      size: 0,
      ending: null,
      error: null,
      user_id: caller.userId,
      email: isOwnUser(account, caller) ? caller.email : null,
    };
    await insertArchive(tx, row);
    return row;
  });
  if (isFailed(row)) return row;
  return reply(
    202,
    { job: await jobView(row, context) },
    { headers: { Location: jobAddress(baseUrl, row.public_id) } },
  );
}

/** A name that every system takes. */
const archiveName = (name: string): string =>
  `${
    name
      .replaceAll(/[\\/:*"|]/g, '_')
      .replace(/[. ]+$/, '')
      .slice(0, 200) || 'catalog'
  }.zip`;
