import type { IncomingMessage } from 'node:http';
import type { Mount } from '../http/mount.ts';
import type { SecretBox } from '../ports.ts';
import { type Answer, preflight, writeAnswer } from './answer.ts';
import type { BlobDeps } from './deps.ts';
import { answerGetBlob, answerGetBlockList } from './download-endpoint.ts';
import type { FaultCode } from './faults.ts';
import { readGrant } from './signed-url.ts';
import { ObjectMissing, StoreBusy, TooLarge } from './store.ts';
import { answerPutBlob, answerPutBlock, answerPutBlockList } from './upload-endpoint.ts';

/**
 * The block-blob subset of the common cloud object-store protocol, on signed addresses (storage.md section 3.5). An
 * Authorization header is ignored.
 */
export function blobMount(deps: BlobDeps, secrets: SecretBox): Mount {
  return {
    prefix: '/blobs',
    async handle(request, response) {
      const started = performance.now();
      const answer = await answerOf(deps, secrets, request).catch((error) => faultOf(deps, request, error));
      await writeAnswer(request, response, answer).catch((error) => {
        if (!response.destroyed) deps.log.warn({ error: String(error) }, 'blob not sent whole');
        response.destroy();
      });
      const [path] = (request.url ?? '').split('?', 1); // the query holds the signature
      const ms = Math.round(performance.now() - started);
      deps.log.info({ method: request.method, path, status: response.statusCode, ms }, 'blob');
    },
  };
}

async function answerOf(deps: BlobDeps, secrets: SecretBox, request: IncomingMessage): Promise<Answer | FaultCode> {
  const { method = '', url = '' } = request;
  if (method === 'OPTIONS') return preflight(request);
  const [path = '', search = ''] = url.split('?', 2);
  const query = new URLSearchParams(search);
  const grant = readGrant(secrets, path, query, deps.now());
  if (grant === undefined) return 'AuthenticationFailed';
  const id = path.slice(path.lastIndexOf('/') + 1);
  const call = `${method === 'HEAD' ? 'GET' : method} ${query.get('comp') ?? 'blob'}`;
  if (method === 'PUT' && grant.permissions !== 'rw') return 'AuthorizationPermissionMismatch';
  switch (call) {
    case 'PUT blob':
      return answerPutBlob(deps, request, id);
    case 'PUT block':
      return answerPutBlock(deps, request, id, query.get('blockid') ?? '');
    case 'PUT blocklist':
      return answerPutBlockList(deps, request, id);
    case 'GET blob':
      return answerGetBlob(deps, request, id, grant);
    case 'GET blocklist':
      return answerGetBlockList(deps, id, grant, query.get('blocklisttype') ?? 'committed');
    default:
      return ['PUT', 'GET', 'HEAD'].includes(method) ? 'InvalidQueryParameterValue' : 'UnsupportedHttpVerb';
  }
}

function faultOf(deps: BlobDeps, request: IncomingMessage, error: unknown): FaultCode {
  if (error instanceof TooLarge) return 'RequestBodyTooLarge';
  const gone = request.destroyed && !request.complete;
  if (!gone) deps.log.error({ error: error instanceof Error ? error.stack : String(error) }, 'blob request failed');
  return error instanceof StoreBusy || error instanceof ObjectMissing ? 'ServerBusy' : 'InternalError';
}
