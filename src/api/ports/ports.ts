import type { Audit } from '../../kernel/audit.ts';
import type { Containers } from '../../kernel/blobs/container-port.ts';
import type { Blobs } from '../../kernel/blobs/port.ts';
import type { People } from '../../kernel/callers/people.ts';
import type { JobQueue } from '../../kernel/jobs/jobs.ts';
import type { Outbox } from '../../kernel/mail/port.ts';
import type { SecretBox } from '../../std/secrets.ts';
import type { AccessControl } from './access.ts';
import type { Engines } from './engines.ts';
import type { Events } from './events.ts';
import type { Files } from './files.ts';
import type { Libraries } from './library.ts';
import type { Listeners } from './listeners.ts';
import type { Meshes } from './meshes.ts';
import type { Models } from './models.ts';
import type { RealityData } from './reality-data.ts';
import type { GeneratedRepository } from './repositories.ts';
import type { SavedViews } from './saved-views.ts';
import type { Settings } from './settings.ts';
import type { Sandboxes, Twins } from './twins.ts';

/*
 * What one part of the program needs of another: a record of functions for each owner. No area imports another; a
 * function says in its types which owners it depends on, as Pick<Ports, 'twins' | 'jobs'>.
 */

/** What areas and the authorization server give. */
export interface AreaPorts {
  readonly people: People;
  readonly twins: Twins;
  readonly access: AccessControl;
  readonly audit: Audit;
  readonly events: Events;
  readonly files: Files;
  readonly models: Models;
  readonly meshes: Meshes;
  readonly library: Libraries;
  readonly realityData: RealityData;
  readonly savedViews: SavedViews;
  readonly sandboxes: Sandboxes;
}

/** What all areas stand on. */
export interface KernelPorts {
  readonly blobs: Blobs;
  readonly containers: Containers;
  readonly engines: Engines;
  readonly jobs: JobQueue;
  readonly mail: Outbox;
  readonly secrets: SecretBox;
  readonly settings: Settings;
}

/** Everything that handlers, jobs and maintenance may use of others. */
export interface Ports extends AreaPorts, KernelPorts {
  /** What areas want to hear of: the owner of a thing tells it in the transaction of the change. */
  readonly listeners: Listeners;
  readonly repositories: readonly GeneratedRepository[];
}
