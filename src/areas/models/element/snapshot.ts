import type { FoundModel } from '../../../api/auth/model-access.ts';
import type { Context } from '../../../api/http/context.ts';
import { fail } from '../../../api/http/problem.ts';
import type { Snapshot } from '../../../engines/snapshot/reader.ts';
import { changesetNotFound, notReady } from '../errors.ts';
import { findChangeset, newestOf, newestReadyOf } from '../store/changesets.ts';

/** The snapshot of the changeset that is asked for, else of the newest Ready one. */
export async function snapshotOf({ model }: FoundModel, changesetId: string | undefined, { db, ports }: Context) {
  const row =
    changesetId === undefined
      ? ((await newestReadyOf(db, model.id)) ?? (await newestOf(db, model.id)))
      : await findChangeset(db, model.id, changesetId);
  if (row === undefined) return fail(changesetNotFound);
  if (row.snapshot_blob === null) return fail(notReady);
  return {
    changesetId: row.id,
    snapshot: await ports.models.openSnapshot(row.snapshot_blob),
  } satisfies OpenedChangeset;
}

export interface OpenedChangeset {
  readonly changesetId: string;
  readonly snapshot: Snapshot;
}
