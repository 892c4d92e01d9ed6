import type { UploadWatch } from '../../kernel/blobs/port.ts';
import type { ApplicationWatch, OrganizationWatch } from '../../kernel/callers/people.ts';
import type { FileListener } from './files.ts';
import type { ModelListener } from './models.ts';
import type { TwinWatch } from './twins.ts';

/** Who is told of what, by the thing. */
export interface Listeners {
  readonly applications: ApplicationWatch;
  readonly files: FileListener;
  readonly models: ModelListener;
  readonly organizations: OrganizationWatch;
  readonly twins: TwinWatch;
  readonly uploads: UploadWatch;
}

/** All of them as one: each is told in turn; a content is kept when any of them keeps it. */
export function allListeners(watches: readonly Partial<Listeners>[]): Listeners {
  const of = <K extends keyof Listeners>(what: K) => watches.flatMap((one) => one[what] ?? []) as Listeners[K][];
  return {
    applications: {
      async ended(...told) {
        for (const watch of of('applications')) await watch.ended(...told);
      },
    },
    files: {
      async changed(...told) {
        for (const watch of of('files')) await watch.changed(...told);
      },
      async keeps(db, blobId) {
        for (const watch of of('files')) if (await watch.keeps(db, blobId)) return true;
        return false;
      },
      async purged(...told) {
        for (const watch of of('files')) await watch.purged(...told);
      },
    },
    models: {
      async imported(...told) {
        for (const watch of of('models')) await watch.imported(...told);
      },
      async purged(...told) {
        for (const watch of of('models')) await watch.purged(...told);
      },
    },
    organizations: {
      async created(...told) {
        for (const watch of of('organizations')) await watch.created(...told);
      },
    },
    twins: {
      async purged(...told) {
        for (const watch of of('twins')) await watch.purged(...told);
      },
    },
    uploads: {
      async committed(...told) {
        for (const watch of of('uploads')) await watch.committed(...told);
      },
    },
  };
}
