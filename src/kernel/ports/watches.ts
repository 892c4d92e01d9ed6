import type { UploadWatch } from './blobs.ts';
import type { FileWatch } from './files.ts';
import type { ModelWatch } from './models.ts';
import type { ApplicationWatch, OrganizationWatch } from './people.ts';
import type { TwinWatch } from './twins.ts';

/** Who is told of what, by the thing. */
export interface Watches {
  readonly applications: ApplicationWatch;
  readonly files: FileWatch;
  readonly models: ModelWatch;
  readonly organizations: OrganizationWatch;
  readonly twins: TwinWatch;
  readonly uploads: UploadWatch;
}

/** All of them as one: each is told in turn; a content is kept when any of them keeps it. */
export function allWatches(watches: readonly Partial<Watches>[]): Watches {
  const of = <K extends keyof Watches>(what: K) => watches.flatMap((one) => one[what] ?? []) as Watches[K][];
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
