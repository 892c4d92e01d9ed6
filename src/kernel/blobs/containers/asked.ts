import type { IncomingMessage } from 'node:http';
import type { SecretBox } from '../../../std/secrets.ts';
import type { BlobCache } from '../cache.ts';
import type { ContainerGrant } from '../container-link.ts';
import type { ContainerKind, ContainerWriting } from '../container-port.ts';
import type { BlobDeps } from '../deps.ts';
import type { Blobs } from '../port.ts';

/** What containers are served with. */
export interface ContainerDeps extends BlobDeps {
  readonly secrets: SecretBox;
  readonly blobs: Blobs;
  readonly recent: BlobCache;
}

/** A request for something in a container that is there, by a link that works. */
export interface Asked<C> {
  readonly deps: ContainerDeps;
  readonly kind: ContainerKind<C>;
  readonly request: IncomingMessage;
  readonly query: URLSearchParams;
  readonly grant: ContainerGrant;
  /** Path of the container. */
  readonly path: string;
  readonly id: string;
  readonly container: C;
}

/** One for a file. */
export interface AskedBlob<C> extends Asked<C> {
  readonly name: string;
}

/** One that writes, by somebody. */
export interface AskedWrite<C> extends AskedBlob<C> {
  readonly writing: ContainerWriting<C>;
  readonly holder: { readonly userId: string; readonly clientId: string };
}
