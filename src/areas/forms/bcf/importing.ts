import type { Access } from '../../../api/ports/access.ts';
import type { SavedImage } from '../../../api/ports/saved-views.ts';
import type { Database } from '../../../kernel/db/database.ts';
import type { RunningJob } from '../../../kernel/jobs/job.ts';
import type { ActorContext } from '../form/actor-context.ts';
import type { DefinitionRow } from '../tables.ts';
import type { Place } from './elements.ts';
import type { ImportPayload } from './payload.ts';

/** What an import works with. */
export interface Importing {
  readonly job: RunningJob<ImportPayload>;
  readonly db: Database;
  readonly access: Access;
  readonly definition: DefinitionRow;
  /** Of the elements that the file names. */
  readonly places: ReadonlyMap<string, Place>;
  readonly acting: ActorContext;
}

export type Ending = 'made' | 'changed' | 'same' | 'skipped';

/** Files of a topic that lie in the blob store and wait to be taken. */
export interface Saved {
  /** By the guids of viewpoints. */
  readonly pictures: ReadonlyMap<string, SavedImage>;
  /** By the guids of documents. */
  readonly documents: ReadonlyMap<string, { readonly id: string; readonly size: number; readonly sha256: string }>;
  /** Ids of blobs by the names of files. */
  readonly files: ReadonlyMap<string, string>;
}
