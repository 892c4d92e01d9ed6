import type { Static } from 'typebox';
import type { Model } from '../../api/ports/models.ts';
import { percentOf } from '../../kernel/jobs/progress.ts';
import type { JobRow } from '../../kernel/jobs/tables.ts';
import { isoTime } from '../../std/iso-time.ts';
import { readJson } from '../../std/json.ts';
import type { changeset, model } from './schema.ts';
import { faultOf } from './store/changesets.ts';
import type { Summary } from './summary.ts';
import type { ChangesetRow } from './tables.ts';

export interface ModelState {
  /** The newest changeset, and the newest that is Ready. */
  readonly newest: ChangesetRow;
  readonly ready: ChangesetRow | undefined;
  /** The job that imports the newest one. */
  readonly job: JobRow | undefined;
}

export function modelView(of: Model, { newest, ready, job }: ModelState, baseUrl: string): Static<typeof model> {
  const summary = ready?.summary ? readJson(ready.summary) : undefined;
  const error = faultOf(newest);
  const self = modelAddress(baseUrl, of.id);
  return {
    id: of.id,
    twinId: of.twinId,
    displayName: of.displayName,
    state: newest.state,
    progress: progressOf(newest, job),
    ...(error === null ? {} : { error }),
    changesetCount: newest.idx,
    ...(ready === undefined ? {} : { latestChangesetId: ready.id }),
    extents: boxView(summary?.extents) ?? null,
    ...(summary?.ecefTransform ? { ecefTransform: [...summary.ecefTransform] } : {}),
    elementCount: ready?.element_count ?? null,
    fileId: of.fileId,
    classes: [...(summary?.classes ?? [])],
    partitions: (summary?.partitions ?? []).map(({ id, name, extents }) => {
      const box = boxView(extents);
      return { id, name, ...(box === undefined ? {} : { extents: box }) };
    }),
    _links: { self: { href: self }, changesets: { href: `${self}/changesets` }, file: fileLink(baseUrl, of) },
  };
}

/** Of the import of the newest changeset; null while it is unknown, or where it failed. */
function progressOf({ state }: ChangesetRow, job: JobRow | undefined): number | null {
  if (state === 'Ready') return 100;
  return state === 'Importing' && job !== undefined ? percentOf(job) : null;
}

export const boxView = (box: Summary['extents'] | undefined) =>
  box ? { low: [...box.low], high: [...box.high] } : undefined;

export function changesetView(row: ChangesetRow, of: Model, baseUrl: string): Static<typeof changeset> {
  const error = faultOf(row);
  return {
    id: row.id,
    index: row.idx,
    parentId: row.parent_id,
    pushDateTime: isoTime(row.pushed),
    displayName: row.display_name,
    description: row.description,
    creatorId: row.creator_id,
    size: row.size,
    elementCount: row.element_count,
    state: row.state,
    ...(error === null ? {} : { error }),
    _links: {
      self: { href: `${modelAddress(baseUrl, of.id)}/changesets/${row.id}` },
      model: { href: modelAddress(baseUrl, of.id) },
      file: fileLink(baseUrl, of),
    },
  };
}

export const modelAddress = (baseUrl: string, id: string): string => `${baseUrl}/models/${id}`;
const fileLink = (baseUrl: string, of: Model) => ({ href: `${baseUrl}/storage/files/${of.fileId}` });
