import type { SecretBox } from '../../../kernel/ports/secrets.ts';
import { sameSignature } from '../../../kernel/std/signature.ts';

/*
 * The address of the files of an export: `{root}/files/mesh/{exportId}?sp=rl&se=…&sig=…`. Whoever has it may read all of
 * them for an hour. Clients put `/<file>` before the question mark, so there is exactly one, and no slash before it.
 */
export const filesPath = '/files/mesh';

const purpose = 'mesh-files';
const lifetime = 3_600_000;
/** Read and list. */
const rights = 'rl';

/** `root`: scheme and host of this server or of a network in front of it. */
export function containerLink(secrets: SecretBox, root: string, exportId: string, now: number): string {
  const expires = new Date(Math.ceil((now + lifetime) / 1000) * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
  const query = new URLSearchParams({ sp: rights, se: expires, sig: signature(secrets, exportId, rights, expires) });
  return `${root}${filesPath}/${exportId}?${query}`;
}

/** The address of one file, as clients make it. */
export const fileLink = (container: string, name: string): string => container.replace('?', `/${name}?`);

/** Whether the query of an address lets its holder read the container now. */
export function admits(secrets: SecretBox, exportId: string, query: URLSearchParams, now: number): boolean {
  const [rightsGiven = '', expires = ''] = [query.get('sp') ?? '', query.get('se') ?? ''];
  const right = signature(secrets, exportId, rightsGiven, expires);
  return sameSignature(query.get('sig') ?? '', right) && Date.parse(expires) > now;
}

const signature = (secrets: SecretBox, exportId: string, rightsGiven: string, expires: string): string =>
  secrets.sign(purpose, [exportId, rightsGiven, expires].join('\n'));
