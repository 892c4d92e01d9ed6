import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { silentLog } from '../../std/log.ts';
import { asUnavailable, ContentLost, Unavailable } from '../../std/unavailable.ts';
import { type Meter, meter } from './meter.ts';
import { receiving, type S3Deadlines, sending, usualS3Deadlines } from './s3-deadlines.ts';
import { type Bucket, putInParts, unfinishedUploads } from './s3-multipart.ts';
import type { S3Address } from './s3-url.ts';
import type { BlobStore, StoredObject } from './store.ts';

const keysPerRemoval = 1000;
const largestPut = 5 * 2 ** 30;
/** Of an address at the store: rights that were taken away end within this time. */
const addressSeconds = 60;

export interface S3StoreOptions {
  readonly deadlines?: S3Deadlines;
  /** Where clients reach the store; large content is then fetched there. */
  readonly publicEndpoint?: string | undefined;
}

/**
 * Objects in a bucket. Credentials come from the usual environment. A source of known length passes through as one
 * request and is never held; of one without, a part at a time waits in a file of `spoolFolder`.
 */
export function openS3Store(
  address: S3Address,
  spoolFolder: string,
  { deadlines = usualS3Deadlines, publicEndpoint }: S3StoreOptions = {},
): BlobStore {
  const client = clientOf(address, deadlines);
  const bucket: Bucket = { client, name: address.bucket, spoolFolder, stallMs: deadlines.stall };
  const nameOf = (key: string) => address.prefix + key;

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
        throw error === source.errored ? error : storeError(error);
      }
      return counter.read();
    },
    async get(key, range) {
      const wanted = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const command = new GetObjectCommand({ Bucket: bucket.name, Key: nameOf(key), ...wanted });
      const { Body, ContentLength } = await client.send(command).catch(refused);
      if (!(Body instanceof Readable)) throw new ContentLost(`Object ${key} has no bytes.`);
      if (range && (ContentLength ?? 0) < range.end - range.start + 1) {
        Body.destroy();
        throw new ContentLost(`Object ${key} is shorter than it was.`);
      }
      return receiving(Body, deadlines.stall);
    },
    ...(publicEndpoint === undefined
      ? {}
      : { addressOf: addressing(bucket, nameOf, { ...address, endpoint: publicEndpoint }) }),
    async remove(keys) {
      for (let first = 0; first < keys.length; first += keysPerRemoval) {
        const Objects = keys.slice(first, first + keysPerRemoval).map((key) => ({ Key: nameOf(key) }));
        await client
          .send(new DeleteObjectsCommand({ Bucket: bucket.name, Delete: { Objects, Quiet: true } }))
          .catch(refused);
      }
    },
    list: () => objectsIn(bucket, address.prefix),
    async discardUnfinished(before) {
      for await (const { name, id, begun } of unfinishedUploads(bucket, address.prefix)) {
        if (begun >= before) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket.name, Key: name, UploadId: id }));
      }
    },
    async ping() {
      await client.send(new HeadBucketCommand({ Bucket: bucket.name })).catch(refused);
    },
    close: () => client.destroy(),
  };
}

/** Signs addresses with the endpoint that clients see. */
function addressing(bucket: Bucket, nameOf: (key: string) => string, seen: S3Address): BlobStore['addressOf'] {
  const outside = clientOf(seen, usualS3Deadlines);
  return async (key, size, { contentType, disposition }) => {
    const target = { Bucket: bucket.name, Key: nameOf(key) };
    const { ContentLength } = await bucket.client.send(new HeadObjectCommand(target)).catch(refused);
    if (ContentLength !== size) return undefined;
    const command = new GetObjectCommand({
      ...target,
      ResponseContentType: contentType,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: 'private, no-cache',
    });
    return getSignedUrl(outside, command, { expiresIn: addressSeconds });
  };
}

function clientOf(address: S3Address, deadlines: S3Deadlines): S3Client {
  const agent = { maxSockets: 256, keepAlive: true, keepAliveMsecs: 5000 };
  return new S3Client({
    region: address.region,
    ...(address.endpoint ? { endpoint: address.endpoint } : {}),
    forcePathStyle: address.pathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED', // other servers than the first vendor's refuse checksum trailers
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silentLog,
    maxAttempts: 2,
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: deadlines.connect,
      requestTimeout: deadlines.answer, // `sending` has another one for requests with bytes of their own
      throwOnRequestTimeout: true,
    },
  });
}

async function* objectsIn({ client, name }: Bucket, prefix: string): AsyncGenerator<StoredObject> {
  try {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix })) {
      for (const object of page.Contents ?? []) {
        const key = (object.Key ?? '').slice(prefix.length);
        yield { key, modified: object.LastModified?.getTime() ?? Date.now() };
      }
    }
  } catch (error) {
    refused(error);
  }
}

async function putWhole(bucket: Bucket, name: string, source: Readable, length: number, counter: Meter): Promise<void> {
  const target = { Bucket: bucket.name, Key: name, ContentLength: length };
  if (length === 0) await bucket.client.send(new PutObjectCommand({ ...target, Body: '' }));
  else {
    await sending(source, counter, bucket.stallMs, (Body, options) =>
      bucket.client.send(new PutObjectCommand({ ...target, Body }), options),
    );
  }
}

function refused(error: unknown): never {
  throw storeError(error);
}

/** What the store itself refused or could not be asked is a matter of time; the source's own errors pass. */
function storeError(error: unknown): unknown {
  if (error instanceof NoSuchKey) return new ContentLost(error.message);
  if (!(error instanceof Error)) return error;
  const { name, message } = error;
  if (name === 'InvalidRange') return new ContentLost('An object is shorter than it was.');
  const own = error instanceof S3ServiceException || name === 'TimeoutError' || name === 'CredentialsProviderError';
  return own
    ? new Unavailable('file store', `${name}: ${message}`, { cause: error })
    : asUnavailable('file store', error);
}
