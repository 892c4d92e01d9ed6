import { type JsonOf, readJson } from '../../std/json.ts';
import type { Reader } from '../db/database.ts';

/** To whom the address of an upload was given, and what they must be allowed when their bytes count. */
export interface Writer {
  readonly userId: string;
  readonly clientId: string;
  readonly twinId: string;
  readonly permission: string;
}

/** What content belongs to: an address to read it ends with that. */
export interface Owner {
  readonly twinId: string;
  /** A file of the twin's storage. */
  readonly fileId?: string;
}

/** What the holder of a signed address is asked for again at each use, because addresses outlive rights and things. */
export interface BlobRights {
  /** The person and the application are still there, and still hold the permission. */
  mayWrite(db: Reader, writer: Writer): Promise<boolean>;
  /** The twin is not deleted, the file neither recycled nor purged. */
  isInUse(db: Reader, owner: Owner): Promise<boolean>;
}

export const writerOf = ({ writer }: { readonly writer: JsonOf<Writer> | null }): Writer | undefined =>
  writer === null ? undefined : readJson(writer);

/** An owner as it stands in an address. */
export const ownerText = ({ twinId, fileId }: Owner): string => (fileId === undefined ? twinId : `${twinId}.${fileId}`);

export function ownerIn(text: string): Owner {
  const [twinId = '', fileId] = text.split('.');
  return { twinId, ...(fileId === undefined ? {} : { fileId }) };
}
