import { type AreaArchive, namedKind } from './kind.ts';

/** What of the tables of the kernel goes into the archive of a twin. */
export const kernelArchive: AreaArchive = {
  kinds: [
    namedKind({
      kind: 'blobs/blob',
      table: 'blobs',
      order: 0,
      columns: `id=- area=- container=- state=- content_type=text block_id_length=- size=int sha256=key:sha256*
committed=- due=- writer=-`,
      note: 'One record for each different content that a record names, with sha256, size, contentType. The bytes are in data/blobs.',
    }),
  ],
  excused: {
    blob_pins: 'What exports of this server are reading.',
    blob_checks: 'What the check of all contents of this server has found.',
    request_log_bodies: 'The log of requests is of this server, kept for hours.',
    blob_blocks: 'Uploads under way.',
    blob_drafts: 'Uploads under way.',
    blob_parts: 'Where bytes lie on this server.',
    idempotency_keys: 'This server.',
    job_workers: 'This server.',
    jobs: "The queue of this server, kept 30 days. Records keep the job's id as text; a copy gets a new one.",
    maintenance: 'This server.',
    migrations: 'This server; bag-info.txt names the program.',
    rate_windows: 'This server.',
    trace_origins: 'This server.',
  },
};
