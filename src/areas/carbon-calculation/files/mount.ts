import type { IncomingMessage } from 'node:http';
import type { Kit } from '../../../kernel/area.ts';
import { type Answer, preflight } from '../../../kernel/blobs/answer.ts';
import { answerContent } from '../../../kernel/blobs/content-answer.ts';
import type { FaultCode } from '../../../kernel/blobs/faults.ts';
import { signedMount } from '../../../kernel/blobs/signed-mount.ts';
import type { Mount } from '../../../kernel/http/mount.ts';
import { ContentLost } from '../../../kernel/std/unavailable.ts';
import { findFile, findJob } from '../job.store.ts';
import { admits, resultsPath } from './link.ts';

/** The files of results, by their signed addresses. */
export const resultsMount = (kit: Kit): Mount =>
  signedMount(resultsPath, kit.log, (request) => answerResult(request, kit));

async function answerResult(request: IncomingMessage, { db, ports, now }: Kit): Promise<Answer | FaultCode> {
  const { method = '', url = '' } = request;
  if (method === 'OPTIONS') return preflight(request, 'GET, HEAD, OPTIONS');
  if (method !== 'GET' && method !== 'HEAD') return 'UnsupportedHttpVerb';
  const [path = '', search = ''] = url.split('?', 2);
  const [, id = '', name = ''] = /^\/carbon-results\/([0-9a-f-]{36})\/([a-z.]{1,64})$/.exec(path) ?? [];
  if (!admits(ports.secrets, id, new URLSearchParams(search), now())) return 'AuthenticationFailed';
  const job = await findJob(db, id);
  const file = job && (await ports.twins.find(db, job.twin_id)) ? await findFile(db, id, name) : undefined;
  const content = file && (await ports.blobs.find(db, file.blob_id));
  if (file === undefined || content === undefined) return 'BlobNotFound';
  const headers = { 'Cache-Control': 'private, no-cache' };
  const facts = { ...content, tag: content.sha256, contentType: file.content_type, headers, compressible: true };
  return answerContent(request, facts, async (range) => {
    const found = await ports.blobs.read(file.blob_id, range);
    if (found === undefined) throw new ContentLost(`Blob ${file.blob_id} is not there.`);
    return found.stream;
  });
}
