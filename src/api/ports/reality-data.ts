import type { Subject } from '../../kernel/callers/people.ts';
import type { Reader, Transaction } from '../../kernel/db/database.ts';
import type { PlacedFile } from './files.ts';

/** Reality data in use: neither its folder or file nor its twin is deleted. */
export interface RealityDataFacts {
  /** UUID. */
  readonly id: string;
  readonly twinId: string;
  readonly itemId: string;
  /** As declared, or as its content says now. */
  readonly type: string;
  readonly displayName: string;
  /** It is still being made. */
  readonly authoring: boolean;
  /** The folder of a workspace, which no list shows. */
  readonly workspace: boolean;
}

/** What a request names as input: reality data, or an item of Storage that becomes so with its first use. */
export interface NamedData extends Omit<RealityDataFacts, 'authoring' | 'workspace'> {
  readonly isNew: boolean;
}

export interface NewRealityData {
  readonly twinId: string;
  /** Of the data and, made fit for Storage, of its folder. */
  readonly name: string;
  readonly type: string;
  readonly ownerId: string;
  /** An output is being made until it is published. */
  readonly purpose: 'output' | 'workspace';
}

/** What an output is once it is made. */
export interface PublishedData {
  /** Blobs that nobody has taken yet, by paths relative to the data. */
  readonly files: readonly { readonly path: string; readonly blobId: string; readonly size: number }[];
  /** The file that viewers open. */
  readonly rootDocument: string | null;
  readonly crs?: { readonly id: string; readonly verticalId?: string } | undefined;
  /** Degrees. */
  readonly extent?:
    | { readonly west: number; readonly south: number; readonly east: number; readonly north: number }
    | undefined;
}

/** Who asks, and where what they ask for is read. */
export interface Asking {
  readonly db: Reader;
  readonly caller: Subject;
}

/** Given by the Reality Data area, for jobs that read and write it (capture.md sections 0.2 and 0.3). */
export interface RealityData {
  find(db: Reader, id: string): Promise<RealityDataFacts | undefined>;
  /** Its files with their paths; none where it is not in use. */
  files(db: Reader, id: string): Promise<PlacedFile[]>;
  /** What the caller may use as input by its id or as an item of Storage; undefined: not available to them. */
  named(asking: Asking, id: string): Promise<NamedData | undefined>;
  /** Makes a new one reality data in the write that uses it, and notes the use of others. */
  use(tx: Transaction, data: NamedData, userId: string): Promise<void>;
  /** A new empty folder; answers the id. */
  create(tx: Transaction, data: NewRealityData): Promise<string>;
  /** Fills an output, all at once; false where it is not in use any more. */
  publish(tx: Transaction, id: string, made: PublishedData): Promise<boolean>;
  /** Removes data for good with whatever lies in it. */
  remove(tx: Transaction, ids: readonly string[]): Promise<void>;
  /** Puts data in use into the recycle bin. */
  recycle(tx: Transaction, id: string, userId: string): Promise<void>;
}
