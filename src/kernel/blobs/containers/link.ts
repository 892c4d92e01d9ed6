import type { Holder } from '../../ports/containers.ts';
import type { SecretBox } from '../../ports/secrets.ts';
import { sameSignature } from '../../std/signature.ts';
import { protocolVersion } from '../signed-url.ts';

/*
 * The address of a signed container: `{root}{path}/{id}?[sv=…&sr=c&]sp=…&se=…&sig=…`. Clients put `/<file>` before the
 * question mark, so there is exactly one, and no slash before it.
 */

const purpose = 'container';
const lifetime = 3_600_000;
const signedNames = ['sv', 'sr', 'sp', 'se', 'uid', 'cid'] as const;

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
  /** To whom it is given; without one nothing can be written through it. */
  readonly holder?: Holder;
  readonly now: number;
}

/** A link that works for an hour. */
export function containerLink(secrets: SecretBox, { root, path, id, rights, form, holder, now }: NewLink): string {
  const expires = new Date(Math.ceil((now + lifetime) / 1000) * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
  const query = new URLSearchParams(form === 'full' ? { sv: protocolVersion, sr: 'c' } : {});
  query.set('sp', rights);
  query.set('se', expires);
  if (holder !== undefined) {
    query.set('uid', holder.userId);
    query.set('cid', holder.clientId);
  }
  query.set('sig', signature(secrets, `${path}/${id}`, query));
  return `${root}${path}/${id}?${query}`;
}

/** The address of one file, as clients make it; `name` as it stands in an address. */
export const blobLink = (container: string, name: string): string => container.replace('?', `/${name}?`);

/** What a link lets its holder do now. */
export interface ContainerGrant {
  readonly rights: string;
  readonly holder: Holder | undefined;
}

/** Undefined when the signature is wrong or the link has ended. */
export function readContainerGrant(
  secrets: SecretBox,
  container: string,
  query: URLSearchParams,
  now: number,
): ContainerGrant | undefined {
  if (!sameSignature(query.get('sig') ?? '', signature(secrets, container, query))) return undefined;
  if (!(Date.parse(query.get('se') ?? '') > now)) return undefined;
  const [userId, clientId] = [query.get('uid'), query.get('cid')];
  return {
    rights: query.get('sp') ?? '',
    holder: userId === null || clientId === null ? undefined : { userId, clientId },
  };
}

const signature = (secrets: SecretBox, container: string, query: URLSearchParams): string =>
  secrets.sign(purpose, [container, ...signedNames.map((name) => query.get(name) ?? '')].join('\n'));
