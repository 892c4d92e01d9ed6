import type { Snapshot } from '../../engines/snapshot/reader.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';

/*
 * Models as other areas use them: an IFC file of the Storage API is a model, the versions of its content are the
 * model's changesets.
 */

/** A model of a twin whose file is in use: neither recycled nor purged. */
export interface Model {
  readonly id: string;
  readonly twinId: string;
  readonly fileId: string;
  /** Name of the file. */
  readonly displayName: string;
}

export type ChangesetState = 'Importing' | 'Ready' | 'Failed';

/** Why an import failed, for people; `line` of the file where one is at fault. */
export interface ImportFault {
  readonly line?: number;
  readonly reason: string;
}

/** A fault as one sentence. */
export const faultText = ({ line, reason }: ImportFault): string =>
  line === undefined ? reason : `Line ${line}: ${reason}`;

export interface Changeset {
  /** 40 lower-case hex digits; other models may have one of the same id. */
  readonly id: string;
  readonly modelId: string;
  readonly twinId: string;
  /** 1, 2, 3 … in the order of their upload. */
  readonly index: number;
  readonly state: ChangesetState;
  /** Of a Failed one. */
  readonly error: ImportFault | null;
  readonly displayName: string;
  /** When it was uploaded, in milliseconds since 1970. */
  readonly pushed: number;
  /** Who uploaded it. */
  readonly creatorId: string;
}

/** What an import has made; read by exports, comparisons and everything else that looks into a model. */
export interface Artefacts {
  /** Blob of the snapshot. */
  readonly snapshot: string;
  /** Blobs of the parts of the geometry; none when nothing has a shape. */
  readonly geometry: readonly string[];
  /** Why there is no geometry although there are shapes. */
  readonly geometryRefused: string | null;
}

export interface Models {
  find(db: Reader, modelId: string): Promise<Model | undefined>;
  /** Those of a twin that are in use, by name. */
  ofTwin(db: Reader, twinId: string): Promise<Model[]>;
  /** Ascending by index, of a model in use or not. */
  changesets(db: Reader, modelId: string): Promise<Changeset[]>;
  /** By id or index. */
  changeset(db: Reader, modelId: string, which: string | number): Promise<Changeset | undefined>;
  /** The newest Ready one; without any the newest. */
  newest(db: Reader, modelId: string): Promise<Changeset | undefined>;
  /** Of a Ready changeset. */
  artefacts(db: Reader, modelId: string, changesetId: string): Promise<Artefacts | undefined>;
  /** Opens a snapshot by its blob; what was opened lately is kept, so nobody closes it. */
  openSnapshot(blobId: string): Promise<Snapshot>;
}

/** Who wants to know what becomes of models; told in the transaction of the change. */
export interface ModelListener {
  /** An import ended: the changeset is Ready or Failed. */
  imported(tx: Transaction, changeset: Changeset): Promise<void>;
  /** The file of a model was removed for good. */
  purged(tx: Transaction, modelId: string): Promise<void>;
}
