import { isoTime } from '../../std/iso-time.ts';
import type { SecretBox } from '../../std/secrets.ts';
import { sameSignature } from '../../std/signature.ts';
import type { BlobAddress } from './port.ts';
import { type Owner, ownerIn, ownerText } from './rights.ts';

/** What a signed URL allows, and how its answer is labelled. */
export interface Grant {
  readonly permissions: 'rw' | 'r';
  /** Milliseconds since 1970; whole seconds count. */
  readonly expires: number;
  /** The Content-Disposition header of reads. */
  readonly disposition: string;
  /** The Content-Type header of reads; absent: the stored one. */
  readonly contentType?: string;
  /** What the content belongs to, where the address is to end with that. */
  readonly owner?: Owner;
}

export const protocolVersion = '2021-08-06';

const purpose = 'blob-url';
const signedNames = ['sv', 'sr', 'sp', 'se', 'rscd', 'rsct', 'si'] as const;

export const blobPath = ({ area, container, id }: BlobAddress): string => `/blobs/${area}/${container}/${id}`;

/** Path and query of a URL that needs no other credential. */
export function signedPath(secrets: SecretBox, address: BlobAddress, grant: Grant): string {
  const path = blobPath(address);
  const query = new URLSearchParams({
    sv: protocolVersion,
    sr: 'b',
    sp: grant.permissions,
    se: isoTime(grant.expires).replace(/\.\d+Z$/, 'Z'),
    rscd: grant.disposition,
    ...(grant.contentType === undefined ? {} : { rsct: grant.contentType }),
    ...(grant.owner === undefined ? {} : { si: ownerText(grant.owner) }),
  });
  query.set('sig', signature(secrets, path, query));
  return `${path}?${query.toString().replaceAll('+', '%20')}`;
}

/** What a URL grants now, or undefined when its signature is wrong or it has expired. */
export function readGrant(secrets: SecretBox, path: string, query: URLSearchParams, now: number): Grant | undefined {
  if (!sameSignature(query.get('sig') ?? '', signature(secrets, path, query))) return undefined;
  const expires = Date.parse(query.get('se') ?? '');
  if (!(expires > now) || query.get('sr') !== 'b') return undefined;
  const [contentType, owner] = [query.get('rsct'), query.get('si')];
  return {
    permissions: query.get('sp') === 'rw' ? 'rw' : 'r',
    expires,
    disposition: query.get('rscd') ?? 'attachment',
    ...(contentType === null ? {} : { contentType }),
    ...(owner === null ? {} : { owner: ownerIn(owner) }),
  };
}

/** Covers the path and every parameter that means something; those of the protocol's own calls come after it. */
function signature(secrets: SecretBox, path: string, query: URLSearchParams): string {
  return secrets.sign(purpose, [path, ...signedNames.map((name) => query.get(name) ?? '')].join('\n'));
}
