import type { IncomingMessage } from 'node:http';
import type { Kit } from '../../../kernel/area.ts';
import { type Answer, preflight } from '../../../kernel/blobs/answer.ts';
import { answerContent } from '../../../kernel/blobs/content-answer.ts';
import type { FaultCode } from '../../../kernel/blobs/faults.ts';
import { signedMount } from '../../../kernel/blobs/signed-mount.ts';
import type { Mount } from '../../../kernel/http/mount.ts';
import { isCleanLine } from '../../../kernel/std/text.ts';
import { ContentLost } from '../../../kernel/std/unavailable.ts';
import { findExport, findFile, listFiles } from '../export.store.ts';
import type { MeshFileRow } from '../tables.ts';
import { admits, filesPath } from './link.ts';
import { listingXml } from './listing.ts';
import { type RecentBytes, recentBytes } from './recent.ts';

/** The files of exports, by the signed addresses of their containers (mesh-export.md section 5.1). */
export function meshFiles(kit: Kit): Mount {
  const recent = recentBytes(() => kit.ports.blobs);
  return signedMount(filesPath, kit.log, (request) => answerOf(request, kit, recent));
}

async function answerOf(request: IncomingMessage, kit: Kit, recent: RecentBytes): Promise<Answer | FaultCode> {
  const { method = '', url = '' } = request;
  if (method === 'OPTIONS') return preflight(request, 'GET, HEAD, OPTIONS');
  if (method !== 'GET' && method !== 'HEAD') return 'UnsupportedHttpVerb';
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at));
  const [, exportId = '', name] = /^\/([^/]*)(?:\/(.*))?$/.exec(path.slice(filesPath.length)) ?? [];
  if (!admits(kit.ports.secrets, exportId, query, kit.now())) return 'AuthenticationFailed';
  if (!(await isThere(exportId, kit))) return 'ContainerNotFound';
  if (name !== undefined) return answerFile(request, await fileNamed(exportId, name, kit), kit, recent);
  const asked = `${query.get('restype')} ${query.get('comp')}`.toLowerCase();
  return asked === 'container list' ? answerList(exportId, kit) : 'BlobNotFound';
}

/** Files of recycled models and deleted twins are as good as gone. */
async function isThere(exportId: string, { db, ports }: Kit): Promise<boolean> {
  const row = await findExport(db, exportId);
  if (row?.status !== 'Complete' || (await ports.twins.find(db, row.twin_id)) === undefined) return false;
  return (await ports.models.find(db, row.model_id)) !== undefined;
}

async function answerList(exportId: string, { db }: Kit): Promise<Answer> {
  const headers = { 'Content-Type': 'application/xml', 'Cache-Control': 'private, no-cache' };
  return { status: 200, headers, body: listingXml(await listFiles(db, exportId)) };
}

/** The name is looked up among those of the container; it never becomes a path. */
async function fileNamed(exportId: string, path: string, { db }: Kit): Promise<MeshFileRow | undefined> {
  const name = decoded(path);
  return name === undefined ? undefined : findFile(db, exportId, name);
}

function answerFile(request: IncomingMessage, file: MeshFileRow | undefined, { ports }: Kit, recent: RecentBytes) {
  if (file === undefined) return 'BlobNotFound';
  const content = {
    size: file.size,
    sha256: file.sha256,
    contentType: file.content_type,
    headers: { 'Cache-Control': cachingOf(file) },
    compressible: isJson(file),
  };
  return answerContent(request, content, async (range) => {
    const bytes = await recent.of(file.blob_id, file.size);
    if (bytes !== undefined) return bytes.subarray(range.start, range.end + 1);
    const blob = await ports.blobs.read(file.blob_id, range);
    if (blob === undefined) throw new ContentLost(`Blob ${file.blob_id} is not there.`);
    return blob.stream;
  });
}

const isJson = ({ content_type }: MeshFileRow): boolean => /[/+]json$/.test(content_type);

/**
 * What is in a container never changes. A viewer begins with the JSON, which is asked for again each time (304 while it
 * is the same): so a link that has ended, or whose export is gone, opens nothing, wherever the rest is still cached.
 */
const cachingOf = (file: MeshFileRow): string => (isJson(file) ? 'no-cache' : 'max-age=31536000, immutable');

function decoded(path: string): string | undefined {
  try {
    const name = decodeURIComponent(path);
    return isCleanLine(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
