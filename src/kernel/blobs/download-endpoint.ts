import type { IncomingMessage } from 'node:http';
import { type Answer, refusal } from './answer.ts';
import { blockListXml } from './block-list.ts';
import { readRange } from './content.ts';
import type { BlobDeps } from './deps.ts';
import { isShownType } from './disposition.ts';
import type { FaultCode } from './faults.ts';
import { parseRange } from './range.ts';
import type { Grant } from './signed-url.ts';
import { type BlobRow, blobById, blocksOf, isOpen, partsOf } from './tables.ts';

/** `GET url` and `HEAD url`: the committed content or a range of it. */
export async function answerGetBlob(
  deps: BlobDeps,
  request: IncomingMessage,
  id: string,
  grant: Grant,
): Promise<Answer | FaultCode> {
  const blob = await reachable(deps, id, grant);
  if (blob === undefined || blob.size === null) return 'BlobNotFound';
  const { headers: asked } = request;
  const tag = `"${blob.sha256}"`;
  const headers = contentHeaders(blob, grant, tag);
  if (asked['if-match'] !== undefined && !lists(asked['if-match'], tag)) return 'ConditionNotMet';
  if (lists(asked['if-none-match'], tag)) return { status: 304, headers };
  const given = asked['x-ms-range'] ?? asked.range;
  const holds = asked['if-range'] === undefined || asked['if-range'] === tag;
  const range = holds ? parseRange(String(given ?? ''), blob.size) : undefined;
  if (range === 'unsatisfiable') return refusal('InvalidRange', { 'Content-Range': `bytes */${blob.size}` });
  const { start, end } = range ?? { start: 0, end: blob.size - 1 };
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Length': end - start + 1,
      'Content-Type': grant.contentType ?? blob.content_type,
      ...(range ? { 'Content-Range': `bytes ${start}-${end}/${blob.size}` } : {}),
    },
    ...(request.method === 'HEAD' ? {} : { body: await readRange(deps, id, { start, end }) }),
  };
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

/** An upload's address sees the blob while it is open, a download's once it was taken over. */
async function reachable(deps: BlobDeps, id: string, grant: Grant): Promise<BlobRow | undefined> {
  const blob = await deps.db.first(blobById, { id });
  if (grant.permissions === 'rw') return isOpen(blob, deps.now()) ? blob : undefined;
  return blob?.state === 'kept' ? blob : undefined;
}

function contentHeaders(blob: BlobRow, grant: Grant, tag: string): Record<string, string> {
  const shown = grant.disposition.startsWith('attachment') || isShownType(grant.contentType ?? blob.content_type);
  return {
    ETag: tag,
    'Last-Modified': new Date(blob.committed ?? 0).toUTCString(),
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Disposition': shown ? grant.disposition : 'attachment',
    'x-ms-blob-type': 'BlockBlob',
  };
}

const lists = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim() === tag));
