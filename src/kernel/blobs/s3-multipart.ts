import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Meter } from './meter.ts';
import { type SendOptions, sending } from './s3-deadlines.ts';

export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  /** Where parts of uploads of unknown length wait for their end. */
  readonly spoolFolder: string;
  /** As in `S3Deadlines`. */
  readonly stallMs: number;
}

const firstPartBytes = 16 * 2 ** 20;
/** The protocol allows 10,000 parts: later ones grow, so that about 2 TiB fit. */
const partBytes = (number: number): number => firstPartBytes * 2 ** Math.floor((number - 1) / 1500);

/**
 * Stores a source of unknown length: in one request when it is short, else part by part. The protocol wants to know
 * how long a part is before its first byte, so each waits in a file: in memory many uploads at once would fill it.
 */
export async function putInParts(bucket: Bucket, name: string, source: Readable, counter: Meter): Promise<void> {
  const target = { Bucket: bucket.name, Key: name };
  let uploadId: string | undefined;
  const finished: { PartNumber: number; ETag: string | undefined }[] = [];
  const spool = await openSpool(bucket.spoolFolder);
  try {
    for await (const piece of cut(source, counter, spool)) {
      if (uploadId === undefined && piece.last) {
        await sendPiece(bucket, piece, (body, options) =>
          bucket.client.send(new PutObjectCommand({ ...target, ...body }), options),
        );
        return;
      }
      uploadId ??= (await bucket.client.send(new CreateMultipartUploadCommand(target))).UploadId;
      const part = { ...target, UploadId: uploadId, PartNumber: finished.length + 1 };
      const { ETag } = await sendPiece(bucket, piece, (body, options) =>
        bucket.client.send(new UploadPartCommand({ ...part, ...body }), options),
      );
      finished.push({ PartNumber: part.PartNumber, ETag });
    }
    const whole = { ...target, UploadId: uploadId, MultipartUpload: { Parts: finished } };
    await bucket.client.send(new CompleteMultipartUploadCommand(whole));
  } catch (error) {
    if (uploadId) {
      const abort = new AbortMultipartUploadCommand({ ...target, UploadId: uploadId });
      await bucket.client.send(abort).catch(() => {}); // the first error is the one to tell; the rest is swept later
    }
    throw error;
  } finally {
    await spool.close();
  }
}

interface Piece {
  /** Undefined for one without bytes. */
  readonly source: Readable | undefined;
  readonly length: number;
  readonly last: boolean;
}

const sendPiece = <T>(
  { stallMs }: Bucket,
  { source, length: ContentLength }: Piece,
  send: (body: { Body: Readable | string; ContentLength: number }, options: SendOptions) => Promise<T>,
): Promise<T> =>
  source === undefined
    ? send({ Body: '', ContentLength }, {})
    : sending(source, unmeasured, stallMs, (Body, options) => send({ Body, ContentLength }, options));

/** Cuts a stream into parts, each held in the same file as the one before; the last may be short or empty. */
async function* cut(source: Readable, counter: Meter, spool: Spool): AsyncGenerator<Piece> {
  let used = 0;
  let number = 1;
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    counter.take(chunk);
    for (let offset = 0; offset < chunk.length; ) {
      if (used === partBytes(number)) {
        yield { source: spool.read(used), length: used, last: false };
        used = 0;
        number++;
      }
      const taken = Math.min(chunk.length - offset, partBytes(number) - used);
      await spool.write(chunk.subarray(offset, offset + taken), used);
      used += taken;
      offset += taken;
    }
  }
  yield { source: spool.read(used), length: used, last: true };
}

interface Spool {
  write(bytes: Uint8Array, at: number): Promise<void>;
  /** The first bytes. */
  read(length: number): Piece['source'];
  close(): Promise<void>;
}

/** A file without a name: however the process ends, nothing of it is left. */
async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return {
    async write(bytes, at) {
      for (let done = 0; done < bytes.length; ) {
        done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
      }
    },
    read(length) {
      return length === 0 ? undefined : file.createReadStream({ start: 0, end: length - 1, autoClose: false });
    },
    close: () => file.close(),
  };
}

/** The bytes were measured as they came. */
const unmeasured: Meter = { take() {}, read: () => ({ size: 0, digests: {} }) };

export interface UnfinishedUpload {
  readonly name: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly begun: number;
}

/** Multipart uploads that were begun and neither completed nor aborted. */
export async function* unfinishedUploads(bucket: Bucket, prefix: string): AsyncGenerator<UnfinishedUpload> {
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
  while (marker) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket.name,
      Prefix: prefix,
      ...marker,
    });
    const page = await bucket.client.send(command);
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key && UploadId) yield { name: Key, id: UploadId, begun: Initiated?.getTime() ?? Date.now() };
    }
    marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  }
}
