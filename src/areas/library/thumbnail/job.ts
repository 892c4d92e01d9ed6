import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Kit } from '../../../api/area.ts';
import { JobFailure, type JobKind, type RunningJob } from '../../../kernel/jobs/job.ts';
import { pictureOf, thumbnailOf } from '../../../kernel/pictures.ts';
import { thumbnailPlace } from '../place.ts';
import { setPicture, thumbnailOfJob } from '../store/thumbnail.ts';
import { thumbnailKind } from './follow.ts';

type Payload = Readonly<Record<never, never>>;

const box = { width: 512, height: 512 };
/** As photographs have today; what claims more is not decoded. */
const mostPixels = 120_000_000;

/** Makes the small picture of a component or catalog. A file that is none leaves it without one. */
export const thumbnailJob = (kit: Kit): JobKind<Payload> => ({
  kind: thumbnailKind,
  maxAttempts: 2,
  concurrency: 2,
  internal: true,
  cancellable: true,
  retryable: true,
  permission: 'library_write',
  run: (job) => makeThumbnail(job, kit),
});

async function makeThumbnail(job: RunningJob<Payload>, { db, ports }: Kit): Promise<void> {
  const row = await thumbnailOfJob(db, job.id);
  const file = row && row.picture_blob === null ? await ports.blobs.read(row.source_blob) : undefined;
  if (row === undefined || file === undefined) return; // another took its place, or it is done
  const bytes = await buffer(file.stream);
  const picture = await pictureOf(bytes);
  const small = picture && (await thumbnailOf(bytes, box, mostPixels));
  if (picture === undefined || small === undefined) {
    throw new JobFailure('NoPicture', 'The file is no PNG or JPEG picture that can be read, or a too large one.');
  }
  const saved = await ports.blobs.save(thumbnailPlace, Readable.from([small]), {
    contentType: `image/${picture.format}`,
    length: small.length,
  });
  await job.write(async (tx) => {
    if ((await thumbnailOfJob(tx, job.id)) === undefined) return;
    await ports.blobs.take(tx, [saved.id]);
    await setPicture(tx, row.parent_id, { picture_blob: saved.id, picture_format: picture.format });
  });
}
