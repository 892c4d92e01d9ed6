import type { Engines } from '../engines/engines.ts';
import type { IfcLimits } from '../engines/ifc/params.ts';
import type { ExportType } from '../engines/tiles/params.ts';
import type { Audit } from './audit.ts';
import type { Blobs } from './blobs/port.ts';
import type { Reader, Transaction } from './db/database.ts';
import type { Files, FileWatch } from './files.ts';
import type { RunEngine } from './jobs/engine-process.ts';
import type { EnqueueJob } from './jobs/job.ts';
import type { JobRow } from './jobs/tables.ts';
import type { WithWorkFolder } from './jobs/work-folder.ts';
import type { Models, ModelWatch } from './models.ts';
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
  /** Jobs of one kind of heavy work at once, over all processes. */
  readonly engineJobs: number;
  /** Bounds of the import of IFC files. */
  readonly ifc: Partial<IfcLimits>;
  readonly meshExport: {
    /** Types that every version of a model is exported to without being asked. */
    readonly automatic: readonly ExportType[];
    /** What stands before the path of mesh files in links through the content delivery network. */
    readonly cdnUrl: string;
  };
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
  readonly graphics: readonly Graphic[];
}

/** Something that a viewer can show; `uri` may be signed. */
export interface Graphic {
  readonly type: string;
  readonly uri: string;
}

/** What can be shown of a model. The caller has checked what its own caller may do in the twin. */
export type ModelGraphics = (db: Reader, modelId: string) => Promise<readonly Graphic[]>;

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
  /** Cancels a job, whatever its kind allows; true when there was something to cancel. */
  readonly cancelJob: (tx: Transaction, jobId: string) => Promise<boolean>;
  /** A new attempt of a Failed or Cancelled job; false when it is in no such state. */
  readonly retryJob: (tx: Transaction, jobId: string) => Promise<boolean>;
  /** Keeps a waiting job from starting until it is released; `step` tells people what it waits for. */
  readonly holdJob: (tx: Transaction, jobId: string, step: string) => Promise<void>;
  readonly releaseJob: (tx: Transaction, jobId: string) => Promise<void>;
  readonly findJob: (db: Reader, jobId: string) => Promise<JobRow | undefined>;
  /** Cancels every job of a twin that has not ended. */
  readonly cancelJobsOf: (tx: Transaction, twinId: string) => Promise<void>;
  readonly sendMail: SendMail;
  /** Records what matters, in the transaction of the change. */
  readonly audit: Audit['record'];
  readonly secrets: SecretBox;
  readonly blobs: Blobs;
  readonly files: Files;
  readonly fileWatch: FileWatch;
  readonly models: Models;
  readonly modelWatch: ModelWatch;
  readonly modelGraphics: ModelGraphics;
  readonly runEngine: RunEngine<Engines>;
  readonly workFolder: WithWorkFolder;
  readonly generatedRepositories: readonly GeneratedRepository[];
  readonly settings: Settings;
}
