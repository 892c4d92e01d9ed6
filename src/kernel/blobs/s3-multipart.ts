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
import { type Spool, type Spools, spoolsIn } from './s3-spool.ts';

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
/** Parts on their way at once, while the next one is received. */
const partsTogether = 4;

/**
 * Stores a source of unknown length: in one request when it is short, else part by part, a few at once. The protocol
 * wants to know how long a part is before its first byte, so each waits in a file: in memory many uploads at once would
 * fill it.
 */
export async function putInParts(bucket: Bucket, name: string, source: Readable, counter: Meter): Promise<void> {
  const target = { Bucket: bucket.name, Key: name };
  const spools = spoolsIn(bucket.spoolFolder);
  const parts = partsOf(bucket, target);
  try {
    for await (const piece of cut(source, counter, spools)) {
      if (piece.number === 1 && piece.last) {
        await sendPiece(bucket, piece, (body, options) =>
          bucket.client.send(new PutObjectCommand({ ...target, ...body }), options),
        );
        return;
      }
      await parts.send(piece);
    }
    await parts.complete();
  } catch (error) {
    await parts.abort();
    throw error;
  } finally {
    await spools.close();
  }
}

interface Parts {
  /** Answers when there is room for another part. */
  send(piece: Piece): Promise<void>;
  complete(): Promise<void>;
  /** Lets go of those that are still on their way. */
  abort(): Promise<void>;
}

function partsOf(bucket: Bucket, target: { readonly Bucket: string; readonly Key: string }): Parts {
  const { client } = bucket;
  const finished: { PartNumber: number; ETag: string | undefined }[] = [];
  const underWay = new Set<Promise<void>>();
  let UploadId: string | undefined;
  async function sendPart(piece: Piece): Promise<void> {
    const part = { ...target, UploadId, PartNumber: piece.number };
    const { ETag } = await sendPiece(bucket, piece, (body, options) =>
      client.send(new UploadPartCommand({ ...part, ...body }), options),
    );
    finished.push({ PartNumber: piece.number, ETag });
    piece.spool.free();
  }
  return {
    async send(piece) {
      UploadId ??= (await client.send(new CreateMultipartUploadCommand(target))).UploadId;
      const sent = sendPart(piece).finally(() => underWay.delete(sent));
      sent.catch(() => {}); // told by whoever waits for room or for the end
      underWay.add(sent);
      if (underWay.size >= partsTogether) await Promise.race(underWay);
    },
    async complete() {
      await Promise.all(underWay);
      const Parts = finished.sort((a, b) => a.PartNumber - b.PartNumber);
      await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }));
    },
    async abort() {
      await Promise.allSettled(underWay);
      if (UploadId === undefined) return;
      const abort = new AbortMultipartUploadCommand({ ...target, UploadId });
      await client.send(abort).catch(() => {}); // the first error is the one to tell; the rest is swept later
    },
  };
}

interface Piece {
  /** From 1. */
  readonly number: number;
  readonly length: number;
  readonly last: boolean;
  /** Holds its bytes from the beginning on. */
  readonly spool: Spool;
}

const sendPiece = <T>(
  { stallMs }: Bucket,
  { spool, length: ContentLength }: Piece,
  send: (body: { Body: Readable | string; ContentLength: number }, options: SendOptions) => Promise<T>,
): Promise<T> =>
  ContentLength === 0
    ? send({ Body: '', ContentLength }, {})
    : sending(spool.read(ContentLength), unmeasured, stallMs, (Body, options) =>
        send({ Body, ContentLength }, options),
      );

/** Cuts a stream into parts, each in a file of its own; the last may be short or empty. */
async function* cut(source: Readable, counter: Meter, spools: Spools): AsyncGenerator<Piece> {
  let spool = await spools.take();
  let used = 0;
  let number = 1;
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    counter.take(chunk);
    for (let offset = 0; offset < chunk.length; ) {
      if (used === partBytes(number)) {
        yield { number, length: used, last: false, spool };
        spool = await spools.take();
        used = 0;
        number++;
      }
      const taken = Math.min(chunk.length - offset, partBytes(number) - used);
      await spool.write(chunk.subarray(offset, offset + taken), used);
      used += taken;
      offset += taken;
    }
  }
  yield { number, length: used, last: true, spool };
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
