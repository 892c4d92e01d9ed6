import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail, isFailed } from '../../../api/http/problem.ts';
import { newId } from '../../../std/ids.ts';
import { jsonOf } from '../../../std/json.ts';
import { accountFor, type Library } from '../access.ts';
import type { Asked } from '../asked.ts';
import { unknownReferences } from '../body-rules.ts';
import { keptHashtags, keptText, present } from '../common-view.ts';
import { catalogIdsOf, columnsOf, refersToNothing } from '../component/references.ts';
import { linksOfReferences } from '../component/view.ts';
import { invalidUpload } from '../errors.ts';
import type { uploadBody } from '../schema/upload.ts';
import { isOwnUser } from '../store/analytics.ts';
import { insertUpload } from '../store/upload.ts';
import { jobAddress } from './view.ts';

export const uploadKind = 'library.upload';
export const uploadPlace = { area: 'library', container: 'uploads' } as const;
/** How long the file is waited for; its address ends sooner. */
export const waiting = 24 * 3_600_000;

/** A component that is made once its file has come: the commit of the file starts the job. */
export async function createUpload(library: Library, body: Static<typeof uploadBody>, context: Context) {
  const { caller, now, ports, baseUrl } = context;
  const id = newId();
  const public_id = `${now}_${id}`;
  const outcome = await context.write(async (tx) => {
    const account = await accountFor(tx, library, context);
    if (await refersToNothing(tx, account.id, body)) return fail(invalidUpload, { details: [unknownReferences] });
    const { userId, clientId } = caller;
    const writer = { userId, clientId, twinId: account.id, permission: 'library_upload' };
    const design = await ports.blobs.openUpload(tx, uploadPlace, writer);
    const catalog = body.isTypeCatalog ? await ports.blobs.openUpload(tx, uploadPlace, writer) : undefined;
    const job_id = await ports.jobs.enqueue(tx, {
      kind: uploadKind,
      twinId: account.id,
      title: `Upload ${body.fileName}`,
      createdBy: userId,
      payload: {},
      resource: `/library/jobs/${public_id}`,
    });
    await ports.jobs.hold(tx, job_id, 'Waiting for the file');
    await insertUpload(tx, {
      id,
      public_id,
      account_id: account.id,
      created: now,
      file_name: body.fileName,
      job_id,
      asked: jsonOf(askedBy(body, userId, isOwnUser(account, caller) ? caller.email : null)),
      design_blob: design.id,
      catalog_blob: catalog?.id ?? null,
      due: now + waiting,
      taken: 0,
      size: 0,
      ending: null,
      error: null,
      component_id: null,
    });
    return { design, catalog };
  });
  if (isFailed(outcome)) return outcome;
  const { design, catalog } = outcome;
  const address = (of: typeof design, name: string) => ({ href: ports.blobs.uploadUrl(of, name) });
  const uploadComponent = {
    fileName: body.fileName,
    ...present({ componentName: keptText(body.componentName), description: keptText(body.description) }),
    sessionId: id,
    searchTags: keptHashtags(body.searchTags),
    isTypeCatalog: catalog !== undefined,
    _links: {
      ...linksOfReferences(columnsOf(body), catalogIdsOf(body), baseUrl),
      ...(catalog ? { typeCatalogUploadUrl: address(catalog, typeCatalogName(body.fileName)) } : {}),
      designFileUploadUrl: address(design, body.fileName),
    },
  };
  return reply(202, { uploadComponent }, { headers: { Location: jobAddress(baseUrl, public_id) } });
}

const askedBy = (body: Static<typeof uploadBody>, userId: string, email: string | null): Asked => ({
  componentName: keptText(body.componentName),
  description: keptText(body.description),
  searchTags: keptHashtags(body.searchTags),
  catalogs: catalogIdsOf(body),
  application: body.application ?? null,
  category: body.category ?? null,
  manufacturer: body.manufacturer ?? null,
  userId,
  email,
});

const typeCatalogName = (fileName: string): string => fileName.replace(/\.\w+$/, '.txt');
