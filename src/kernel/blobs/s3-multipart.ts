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

export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
}

/** The protocol's least; every upload of unknown length holds one such part in memory. */
const firstPartBytes = 5 * 2 ** 20;
/** The protocol allows 10,000 parts: later ones grow, so that about 0.75 TiB fit. */
const partBytes = (number: number): number => firstPartBytes * 2 ** Math.floor((number - 1) / 1500);

/** Stores a source of unknown length: in one request when it is short, else part by part. */
export async function putInParts(bucket: Bucket, name: string, source: Readable, counter: Meter): Promise<void> {
  const target = { Bucket: bucket.name, Key: name };
  let uploadId: string | undefined;
  const finished: { PartNumber: number; ETag: string | undefined }[] = [];
  try {
    for await (const { bytes, last } of cut(source, counter)) {
      if (uploadId === undefined && last) {
        await bucket.client.send(new PutObjectCommand({ ...target, Body: bytes }));
        return;
      }
      uploadId ??= (await bucket.client.send(new CreateMultipartUploadCommand(target))).UploadId;
      const part = { ...target, UploadId: uploadId, PartNumber: finished.length + 1 };
      const { ETag } = await bucket.client.send(new UploadPartCommand({ ...part, Body: bytes }));
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
  }
}

interface Piece {
  readonly bytes: Buffer;
  readonly last: boolean;
}

/** Cuts a stream into parts, each held in the same buffer as the one before; the last may be short or empty. */
async function* cut(source: Readable, counter: Meter): AsyncGenerator<Piece> {
  let buffer = Buffer.alloc(0);
  let size = partBytes(1);
  let used = 0;
  let number = 1;
  const room = (wanted: number) => {
    if (used + wanted <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.min(size, Math.max(used + wanted, buffer.length * 2)));
    buffer.copy(larger, 0, 0, used);
    buffer = larger;
  };
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    counter.take(chunk);
    for (let offset = 0; offset < chunk.length; ) {
      if (used === size) {
        yield { bytes: buffer.subarray(0, used), last: false };
        used = 0;
        size = partBytes(++number);
      }
      const taken = Math.min(chunk.length - offset, size - used);
      room(taken);
      chunk.copy(buffer, used, offset, offset + taken);
      used += taken;
      offset += taken;
    }
  }
  yield { bytes: buffer.subarray(0, used), last: true };
}

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
