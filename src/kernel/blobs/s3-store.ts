import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { silentLog } from '../log.ts';
import { type Meter, meter } from './meter.ts';
import { frugalBody } from './s3-body.ts';
import { type Bucket, putInParts, unfinishedUploads } from './s3-multipart.ts';
import type { S3Address } from './s3-url.ts';
import { type BlobStore, ObjectMissing, StoreBusy } from './store.ts';

const keysPerRemoval = 1000;
const largestPut = 5 * 2 ** 30;

/**
 * Objects in a bucket. Credentials come from the usual environment. A source of known length passes through as one
 * request and is never held; of one without, a part at a time waits in a file of `spoolFolder`.
 */
export function openS3Store(address: S3Address, spoolFolder: string): BlobStore {
  const client = new S3Client({
    region: address.region,
    ...(address.endpoint ? { endpoint: address.endpoint } : {}),
    forcePathStyle: address.pathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED', // other servers than the first vendor's refuse checksum trailers
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silentLog,
    requestHandler: { httpAgent: { maxSockets: 256 }, httpsAgent: { maxSockets: 256 }, connectionTimeout: 5000 },
  });
  const bucket: Bucket = { client, name: address.bucket, spoolFolder };
  const nameOf = (key: string) => address.prefix + key;
  const keyOf = (name: string | undefined) => (name ?? '').slice(address.prefix.length);

  return {
    async put(key, source, options = {}) {
      const counter = meter(options);
      try {
        if (options.length === undefined || options.length > largestPut) {
          await putInParts(bucket, nameOf(key), source, counter);
        } else {
          await putWhole(bucket, nameOf(key), source, options.length, counter);
        }
      } catch (error) {
        throw storeError(error);
      }
      return counter.read();
    },
    async get(key, range) {
      const wanted = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const command = new GetObjectCommand({ Bucket: bucket.name, Key: nameOf(key), ...wanted });
      const { Body } = await client.send(command).catch((error) => {
        throw storeError(error);
      });
      if (!(Body instanceof Readable)) throw new ObjectMissing(key);
      return Body;
    },
    async remove(keys) {
      for (let first = 0; first < keys.length; first += keysPerRemoval) {
        const Objects = keys.slice(first, first + keysPerRemoval).map((key) => ({ Key: nameOf(key) }));
        await client.send(new DeleteObjectsCommand({ Bucket: bucket.name, Delete: { Objects, Quiet: true } }));
      }
    },
    async *list() {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket.name, Prefix: address.prefix });
      for await (const page of pages) {
        for (const object of page.Contents ?? []) {
          yield { key: keyOf(object.Key), modified: object.LastModified?.getTime() ?? Date.now() };
        }
      }
    },
    async discardUnfinished(before) {
      for await (const { name, id, begun } of unfinishedUploads(bucket, address.prefix)) {
        if (begun >= before) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket.name, Key: name, UploadId: id }));
      }
    },
    async ping() {
      await client.send(new HeadBucketCommand({ Bucket: bucket.name }));
    },
    close: () => client.destroy(),
  };
}

async function putWhole(bucket: Bucket, name: string, source: Readable, length: number, counter: Meter): Promise<void> {
  const Body = length === 0 ? '' : frugalBody(source, counter);
  await bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key: name, Body, ContentLength: length }));
}

/** What the store itself refused or could not be asked is a matter of time; the source's own errors pass. */
function storeError(error: unknown): unknown {
  if (error instanceof NoSuchKey) return new ObjectMissing(error.message);
  if (error instanceof S3ServiceException) return new StoreBusy(`${error.name}: ${error.message}`);
  const { code, name, message } = error as NodeJS.ErrnoException;
  const away = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPIPE'].includes(code ?? '');
  return away || name === 'TimeoutError' ? new StoreBusy(message) : error;
}
