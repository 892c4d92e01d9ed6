import type { IncomingMessage } from 'node:http';
import type { Mount } from '../../../std/mount.ts';
import { isCleanLine } from '../../../std/text.ts';
import { type Answer, preflight } from '../answer.ts';
import { readContainerGrant, readPathPart } from '../container-link.ts';
import type { ContainerKind } from '../container-port.ts';
import type { FaultCode } from '../faults.ts';
import { signedMount } from '../signed-mount.ts';
import type { Asked, AskedBlob, AskedWrite, ContainerDeps } from './asked.ts';
import { answerContainer, answerGetFile, answerGetFileBlocks } from './read.ts';
import { answerDeleteFile, answerPutFile, answerPutFileBlock, answerPutFileBlocks } from './write.ts';

/** Serves signed containers of one kind by the block-blob protocol; an Authorization header is ignored. */
export const containerMount = <C>(deps: ContainerDeps, kind: ContainerKind<C>): Mount =>
  signedMount(kind.path, deps.log, (request) => answerOf(deps, kind, request));

async function answerOf<C>(
  deps: ContainerDeps,
  kind: ContainerKind<C>,
  request: IncomingMessage,
): Promise<Answer | FaultCode> {
  const { method = '', url = '' } = request;
  const methods = kind.writing === undefined ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'PUT', 'DELETE'];
  if (method === 'OPTIONS') return preflight(request, [...methods, 'OPTIONS'].join(', '));
  if (!methods.includes(method)) return 'UnsupportedHttpVerb';
  const at = url.indexOf('?');
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at));
  const below = (at < 0 ? url : url.slice(0, at)).slice(kind.path.length);
  const [, id = '', rest = ''] = /^\/([^/]*)(?:\/(.*))?$/.exec(below) ?? [];
  const { name, query: inPath } = readPathPart(rest);
  const path = `${kind.path}/${id}`;
  const grant = readContainerGrant(deps.secrets, { container: path, query, inPath }, deps.now());
  if (grant === undefined) return 'AuthenticationFailed';
  const container = await kind.find(deps.db, id);
  if (container === undefined) return 'ContainerNotFound';
  const asked = { deps, kind, request, query, grant, path, id, container };
  return name === '' ? answerForContainer(asked, method) : answerForBlob(asked, method, decoded(name));
}

function answerForContainer<C>(asked: Asked<C>, method: string): Promise<Answer | FaultCode> | FaultCode {
  if (method !== 'GET' && method !== 'HEAD') return 'UnsupportedHttpVerb';
  return asked.grant.rights.includes('l') ? answerContainer(asked) : 'AuthorizationPermissionMismatch';
}

/** Reading calls and the letter of the right that each needs; likewise those that write. */
const reading = {
  'GET blob': { right: 'r', answer: answerGetFile },
  'GET blocklist': { right: 'r', answer: answerGetFileBlocks },
} as const;
const writing = {
  'PUT blob': { right: 'w', answer: answerPutFile },
  'PUT block': { right: 'w', answer: answerPutFileBlock },
  'PUT blocklist': { right: 'w', answer: answerPutFileBlocks },
  'DELETE blob': { right: 'd', answer: answerDeleteFile },
} as const;

const isOne = <T extends object>(table: T, call: PropertyKey): call is keyof T => Object.hasOwn(table, call);

async function answerForBlob<C>(
  asked: Asked<C>,
  method: string,
  name: string | undefined,
): Promise<Answer | FaultCode> {
  const { grant, kind, query } = asked;
  const call = `${method === 'HEAD' ? 'GET' : method} ${query.get('comp')?.toLowerCase() ?? 'blob'}`;
  if (isOne(reading, call)) {
    const { right, answer } = reading[call];
    if (!grant.rights.includes(right)) return 'AuthorizationPermissionMismatch';
    return name === undefined ? 'BlobNotFound' : answer({ ...asked, name } satisfies AskedBlob<C>);
  }
  if (!isOne(writing, call)) return 'InvalidQueryParameterValue';
  const { right, answer } = writing[call];
  const { holder } = grant;
  if (!grant.rights.includes(right) || holder === undefined || kind.writing === undefined) {
    return 'AuthorizationPermissionMismatch';
  }
  if (name === undefined) return 'InvalidResourceName';
  return answer({ ...asked, name, holder, writing: kind.writing } satisfies AskedWrite<C>);
}

/** The name as it was before it became part of an address. */
function decoded(path: string): string | undefined {
  try {
    const name = decodeURIComponent(path);
    return isCleanLine(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
