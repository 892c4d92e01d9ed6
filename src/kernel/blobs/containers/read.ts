import { ContentLost } from '../../../std/unavailable.ts';
import type { Answer } from '../answer.ts';
import { blockListXml } from '../block-list.ts';
import { answerContent } from '../content-answer.ts';
import { isShownType } from '../disposition.ts';
import type { FaultCode } from '../faults.ts';
import { blocksOf, partsOf } from '../tables.ts';
import type { Asked, AskedBlob } from './asked.ts';
import { findDraft } from './draft.ts';
import { fullListing, readListRequest, shortListing } from './listing.ts';

/** `GET` and `HEAD` of a container: its list, or that it is there. */
export async function answerContainer<C>({ deps, kind, query, id, container }: Asked<C>): Promise<Answer | FaultCode> {
  if (query.get('restype')?.toLowerCase() !== 'container') return 'BlobNotFound';
  const headers = { 'Cache-Control': 'private, no-cache' };
  const comp = query.get('comp')?.toLowerCase();
  if (comp === undefined) return { status: 200, headers };
  if (comp !== 'list') return 'InvalidQueryParameterValue';
  const asked = readListRequest(query);
  if (asked === undefined) return 'InvalidQueryParameterValue';
  const blobs = await kind.list(deps.db, container);
  const body = kind.listing === 'short' ? shortListing(blobs) : fullListing(id, blobs, asked);
  return { status: 200, headers: { ...headers, 'Content-Type': 'application/xml' }, body };
}

/** `GET` and `HEAD` of a file: its bytes, or a range of them. */
export async function answerGetFile<C>(asked: AskedBlob<C>): Promise<Answer | FaultCode> {
  const { deps, kind, request, container, name } = asked;
  const blob = await kind.blob(deps.db, container, name);
  if (blob === undefined) return 'BlobNotFound';
  const { size, tag, contentType, modified } = blob;
  const content = {
    size,
    tag,
    contentType,
    headers: {
      'Cache-Control': kind.cachingOf(blob),
      'x-ms-blob-type': 'BlockBlob',
      ...(modified === undefined ? {} : { 'Last-Modified': new Date(modified).toUTCString() }),
      ...(kind.writing === undefined || isShownType(contentType) ? {} : { 'Content-Disposition': 'attachment' }),
    },
    compressible: isJson(contentType),
  };
  return answerContent(request, content, async (range) => {
    const bytes = await deps.recent.of(blob.blobId, size);
    if (bytes !== undefined) return bytes.subarray(range.start, range.end + 1);
    const found = await deps.blobs.read(blob.blobId, range);
    if (found === undefined) throw new ContentLost(`Blob ${blob.blobId} is not there.`);
    return found.stream;
  });
}

export const isJson = (contentType: string): boolean => /[/+]json$/.test(contentType);

/** `GET …&comp=blocklist`: the blocks of the file, and those that its holder has sent since. */
export async function answerGetFileBlocks<C>(asked: AskedBlob<C>): Promise<Answer | FaultCode> {
  const { deps, kind, container, name, query } = asked;
  const which = query.get('blocklisttype') ?? 'committed';
  if (!['committed', 'uncommitted', 'all'].includes(which)) return 'InvalidQueryParameterValue';
  const blob = await kind.blob(deps.db, container, name);
  const draft = await findDraft(deps, deps.db, asked);
  if (blob === undefined && draft === undefined) return 'BlobNotFound';
  const committed = blob && which !== 'uncommitted' ? await deps.db.all(partsOf, { blob: blob.blobId }) : [];
  const sent = draft && which !== 'committed' ? await deps.db.all(blocksOf, { blob: draft }) : [];
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/xml',
      'x-ms-blob-content-length': blob?.size ?? 0,
      ...(blob === undefined ? {} : { ETag: `"${blob.tag}"` }),
    },
    body: blockListXml(which === 'uncommitted' ? undefined : committed, which === 'committed' ? undefined : sent),
  };
}
