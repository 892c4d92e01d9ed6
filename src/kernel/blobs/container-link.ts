import type { SecretBox } from '../../std/secrets.ts';
import { sameSignature } from '../../std/signature.ts';
import type { Holder } from './container-port.ts';
import { protocolVersion } from './signed-url.ts';

/*
 * The address of a signed container: `{root}{path}/{id}?[sv=…&sr=c&]sp=…&se=…&sig=…`. Clients put `/<file>` before the
 * question mark, so there is exactly one, and no slash before it. Viewers that resolve the addresses of tiles strictly drop
 * the query: for them it stands in the path, too, `{root}{path}/{id}/~{query in base64url}?…`, where it lets its holder
 * read only, since paths are written into logs sooner than queries.
 */

const purpose = 'container';
const lifetime = 3_600_000;

/**
 * Clients of the block-blob protocol take an address apart and keep the parameters only that the protocol's own
 * signatures have: the holder is in those for a person and a correlation.
 */
const holderNames = ['suoid', 'scid'] as const;
/** Of links from before, which live for an hour. */
const formerNames = ['uid', 'cid'] as const;
const signedNames = ['sv', 'sr', 'sp', 'se'] as const;

/** Letters of the block-blob protocol: read, add, create, write, delete, list. */
export type ContainerRights = 'rl' | 'racwdl';

export interface NewLink {
  /** Scheme and host of this server, or of a network in front of it. */
  readonly root: string;
  /** Of the kind of container. */
  readonly path: string;
  readonly id: string;
  readonly rights: ContainerRights;
  /** `full` names the version of the protocol and the kind of resource, as its clients write them. */
  readonly form: 'short' | 'full';
  /** The signature stands in the path, too; of links that read only. */
  readonly inPath?: boolean;
  /** To whom it is given; without one nothing can be written through it. */
  readonly holder?: Holder;
  readonly now: number;
}

/** A link that works for an hour. */
export function containerLink(secrets: SecretBox, link: NewLink): string {
  const { root, path, id, rights, form, holder, now, inPath = false } = link;
  const expires = new Date(Math.ceil((now + lifetime) / 1000) * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
  const query = new URLSearchParams(form === 'full' ? { sv: protocolVersion, sr: 'c' } : {});
  query.set('sp', rights);
  query.set('se', expires);
  if (holder !== undefined) {
    query.set(holderNames[0], holder.userId);
    query.set(holderNames[1], holder.clientId);
  }
  query.set('sig', signature(secrets, `${path}/${id}`, query));
  return `${root}${path}/${id}${inPath ? `/${pathPart(query)}` : ''}?${query}`;
}

const pathPart = (query: URLSearchParams): string => `~${Buffer.from(String(query)).toString('base64url')}`;

/** What stands below a container in an address: a name, and before it the query of a link, where the path has it. */
export function readPathPart(below: string): { readonly name: string; readonly query: URLSearchParams | undefined } {
  const [, part, name = ''] = /^~([\w-]+)(?:\/(.*))?$/s.exec(below) ?? [];
  const query = part === undefined ? undefined : new URLSearchParams(Buffer.from(part, 'base64url').toString());
  return query?.has('sig') ? { name, query } : { name: below, query: undefined };
}

/** A path as logs may have it. */
export const withoutPathPart = (path: string): string => path.replace(/\/~[\w-]{40,}(?=\/|$)/, '/~');

/** The address of one file, as clients make it; `name` as it stands in an address. */
export const blobLink = (container: string, name: string): string => container.replace('?', `/${name}?`);

/** What a link lets its holder do now. */
export interface ContainerGrant {
  readonly rights: string;
  readonly holder: Holder | undefined;
}

interface Given {
  readonly container: string;
  readonly query: URLSearchParams;
  /** Of the path. */
  readonly inPath: URLSearchParams | undefined;
}

/** Undefined when the signature is wrong or the link has ended. Of the two places the query's counts first. */
export function readContainerGrant(
  secrets: SecretBox,
  { container, query, inPath }: Given,
  now: number,
): ContainerGrant | undefined {
  const found = grantIn(secrets, container, query, now);
  if (found !== undefined || inPath === undefined) return found;
  const ofPath = grantIn(secrets, container, inPath, now);
  return ofPath && { holder: undefined, rights: ofPath.rights.replaceAll(/[^rl]/g, '') };
}

function grantIn(
  secrets: SecretBox,
  container: string,
  query: URLSearchParams,
  now: number,
): ContainerGrant | undefined {
  if (!sameSignature(query.get('sig') ?? '', signature(secrets, container, query))) return undefined;
  if (!(Date.parse(query.get('se') ?? '') > now)) return undefined;
  const [userId, clientId] = holderNamesIn(query).map((name) => query.get(name) ?? undefined);
  return {
    rights: query.get('sp') ?? '',
    holder: userId === undefined || clientId === undefined ? undefined : { userId, clientId },
  };
}

const holderNamesIn = (query: URLSearchParams): readonly string[] =>
  formerNames.some((name) => query.has(name)) ? formerNames : holderNames;

function signature(secrets: SecretBox, container: string, query: URLSearchParams): string {
  const values = [...signedNames, ...holderNamesIn(query)].map((name) => query.get(name) ?? '');
  return secrets.sign(purpose, [container, ...values].join('\n'));
}
