import type { IncomingMessage } from 'node:http';
import type { Mount } from '../../std/mount.ts';
import type { SecretBox } from '../../std/secrets.ts';
import { type Answer, preflight } from './answer.ts';
import { answerGetBlob, answerGetBlockList, type DownloadDeps } from './download-endpoint.ts';
import type { FaultCode } from './faults.ts';
import { signedMount } from './signed-mount.ts';
import { readGrant } from './signed-url.ts';
import { answerPutBlob, answerPutBlock, answerPutBlockList } from './upload-endpoint.ts';

/**
 * The block-blob subset of the common cloud object-store protocol, on signed addresses (storage.md section 3.5). An
 * Authorization header is ignored.
 */
export const blobMount = (deps: DownloadDeps, secrets: SecretBox): Mount =>
  signedMount('/blobs', deps.log, (request) => answerOf(deps, secrets, request));

async function answerOf(deps: DownloadDeps, secrets: SecretBox, request: IncomingMessage): Promise<Answer | FaultCode> {
  const { method = '', url = '' } = request;
  if (method === 'OPTIONS') return preflight(request, 'PUT, GET, HEAD, OPTIONS');
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
