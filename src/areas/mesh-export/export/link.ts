import { blobLink, containerLink as signedLink } from '../../../kernel/blobs/container-link.ts';
import type { SecretBox } from '../../../std/secrets.ts';

/** The files of an export have addresses below `/files/mesh/{exportId}`. */
export const filesPath = '/files/mesh';

/** Lets its holder read and list them for an hour. `root`: scheme and host of this server or of a network in front of it. */
export const containerLink = (secrets: SecretBox, root: string, exportId: string, now: number): string =>
  signedLink(secrets, { root, path: filesPath, id: exportId, rights: 'rl', form: 'short', inPath: true, now });

/** The address of one file, as clients make it. */
export const fileLink = blobLink;
