import type { Blobs } from './blobs/port.ts';
import type { Reader, Transaction } from './db/database.ts';
import type { Files } from './files.ts';
import type { EnqueueJob } from './jobs/job.ts';
import type {
  AccessTo,
  AdmitCreator,
  CallerOf,
  FindModel,
  FindTwin,
  MemberTwins,
  OrganizationAccount,
  RaiseEvent,
  SecretBox,
  SendMail,
  Users,
} from './ports.ts';

/** Settings that handlers look at. */
export interface Settings {
  readonly refusedExtensions: readonly string[];
  /** The authorization server's address, without a trailing slash. */
  readonly authUrl: string;
}

/**
 * A repository that exists because another area holds data of the twin. `permission` reads that area; who lacks it is
 * not shown the repository.
 */
export interface GeneratedRepository {
  readonly class: string;
  readonly displayName: string;
  readonly permission: string;
  /** Address below the base address. */
  readonly path: (twinId: string) => string;
  hasData(db: Reader, twinId: string): Promise<boolean>;
  /** Its resources, where the area offers them. */
  readonly resources?: RepositoryResources;
}

export interface RepositoryResource {
  readonly id: string;
  readonly type: string | null;
  readonly displayName: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly graphics: readonly { readonly type: string; readonly uri: string }[];
}

export interface RepositoryResources {
  list(
    db: Reader,
    twinId: string,
    page: { search: string | undefined; skip: number; top: number },
  ): Promise<RepositoryResource[]>;
  find(db: Reader, twinId: string, resourceId: string): Promise<RepositoryResource | undefined>;
}

/** Everything `app.ts` wires for the handlers of all areas. */
export interface Ports {
  readonly accessTo: AccessTo;
  readonly findTwin: FindTwin;
  readonly findModel: FindModel;
  readonly organizationAccount: OrganizationAccount;
  readonly callerOf: CallerOf;
  readonly memberTwins: MemberTwins;
  readonly admitCreator: AdmitCreator;
  readonly users: Users;
  readonly raise: RaiseEvent;
  readonly enqueue: EnqueueJob;
  /** Cancels every job of a twin that has not ended. */
  readonly cancelJobsOf: (tx: Transaction, twinId: string) => Promise<void>;
  readonly sendMail: SendMail;
  readonly secrets: SecretBox;
  readonly blobs: Blobs;
  readonly files: Files;
  readonly generatedRepositories: readonly GeneratedRepository[];
  readonly settings: Settings;
}
