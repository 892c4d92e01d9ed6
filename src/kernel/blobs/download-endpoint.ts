import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';
import { blockListXml } from './block-list.ts';
import type { BlobCache } from './cache.ts';
import { slicesOf } from './content.ts';
import { answerContent } from './content-answer.ts';
import type { BlobDeps } from './deps.ts';
import { isShownType } from './disposition.ts';
import type { FaultCode } from './faults.ts';
import { openBlob } from './open-blob.ts';
import { redirectTo } from './redirect.ts';
import type { Grant } from './signed-url.ts';
import { type BlobRow, blobById, blocksOf, partsOf } from './tables.ts';
import { readContent } from './verified.ts';

/** What content is answered with. */
export interface DownloadDeps extends BlobDeps {
  readonly recent: BlobCache;
}

/** `GET url` and `HEAD url`: the committed content or a range of it. */
export async function answerGetBlob(
  deps: DownloadDeps,
  request: IncomingMessage,
  id: string,
  grant: Grant,
): Promise<Answer | FaultCode> {
  const blob = await reachable(deps, id, grant);
  if (blob === undefined || blob.size === null) return 'BlobNotFound';
  const elsewhere = isPlain(request) ? await redirected(deps, blob, blob.size, grant) : undefined;
  if (elsewhere) return elsewhere;
  const content = {
    size: blob.size,
    tag: blob.sha256 ?? '',
    contentType: grant.contentType ?? blob.content_type,
    headers: contentHeaders(blob, grant),
  };
  return answerContent(request, content, async (range) => {
    const bytes = blob.state === 'kept' ? await deps.recent.of(id, content.size) : undefined;
    return bytes?.subarray(range.start, range.end + 1) ?? readContent(deps, blob, range);
  });
}

/** Conditions name our entity tags, which the store does not know. */
const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers['if-match'] === undefined && headers['if-none-match'] === undefined;

/** The store's own answer has no policy for pages, so what is shown inline stays with us. */
async function redirected(deps: BlobDeps, blob: BlobRow, size: number, grant: Grant): Promise<Answer | undefined> {
  const contentType = grant.contentType ?? blob.content_type;
  const disposition = contentHeaders(blob, grant)['Content-Disposition'] ?? 'attachment';
  if (deps.store.addressOf === undefined || !disposition.startsWith('attachment')) return undefined;
  return redirectTo(deps.store, await slicesOf(deps, blob.id, { start: 0, end: size - 1 }), {
    contentType,
    disposition,
  });
}

/** `GET url&comp=blocklist`: names and sizes of the blocks. */
export async function answerGetBlockList(
  deps: BlobDeps,
  id: string,
  grant: Grant,
  kind: string,
): Promise<Answer | FaultCode> {
  if (!['committed', 'uncommitted', 'all'].includes(kind)) return 'InvalidQueryParameterValue';
  const blob = await reachable(deps, id, grant);
  if (blob === undefined) return 'BlobNotFound';
  const committed = kind === 'uncommitted' ? undefined : await deps.db.all(partsOf, { blob: id });
  const uncommitted = kind === 'committed' ? undefined : await deps.db.all(blocksOf, { blob: id });
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/xml',
      'x-ms-blob-content-length': blob.size ?? 0,
      ...(blob.sha256 === null ? {} : { ETag: `"${blob.sha256}"` }),
    },
    body: blockListXml(committed, uncommitted),
  };
}

/** An upload's address sees the blob while it is open; a download's once it was taken over, while its owner is there. */
async function reachable(deps: BlobDeps, id: string, grant: Grant): Promise<BlobRow | undefined> {
  if (grant.permissions === 'rw') return openBlob(deps, deps.db, id);
  const blob = await deps.db.first(blobById, { id });
  if (blob?.state !== 'kept') return undefined;
  return grant.owner === undefined || (await deps.rights.isInUse(deps.db, grant.owner)) ? blob : undefined;
}

function contentHeaders(blob: BlobRow, grant: Grant): Record<string, string> {
  const shown = grant.disposition.startsWith('attachment') || isShownType(grant.contentType ?? blob.content_type);
  return {
    'Last-Modified': new Date(blob.committed ?? 0).toUTCString(),
    'Cache-Control': 'private, no-cache',
    'Content-Disposition': shown ? grant.disposition : 'attachment',
    'x-ms-blob-type': 'BlockBlob',
  };
}
