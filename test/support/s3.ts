import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** A server of the S3 protocol for tests, from the npm package, in a temporary folder on a free loopback port. */
export interface TestS3 {
  /** Makes an empty bucket and returns the `BLOB_URL` for it. */
  createBucket(): Promise<string>;
  /** Lets no part of a multipart upload in before so many of them have come. */
  holdParts(together: number): void;
  /** From now on every call is answered with an error of the server, or none any more. */
  fail(failing: boolean): void;
  /** Ids of the multipart uploads in that bucket that were begun and neither completed nor aborted. */
  unfinishedUploads(blobUrl: string): string[];
  stop(): Promise<void>;
}

/** Starts a server, and sets the credentials it expects in the environment. */
export async function startS3(): Promise<TestS3> {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  const directory = mkdtempSync(join(tmpdir(), 'twin-s3-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    allowMismatchedSignatures: true, // it computes those of calls on the bucket itself wrongly
    configureBuckets: [],
  });
  server.middleware.unshift(multipartCalls(directory));
  let failing = false;
  server.middleware.unshift(async (context, next) => {
    if (!failing) return next();
    context.status = 500;
    context.type = 'application/xml';
    context.body = '<Error><Code>InternalError</Code><Message>We encountered an internal error.</Message></Error>';
  });
  const gate = partGate();
  server.middleware.unshift(gate.pass);
  const { port } = await server.run();
  // as object stores have it: the usual 5 s end a connection under a client that has had no turn for a while
  server.httpServer.keepAliveTimeout = 65_000;
  let buckets = 0;
  return {
    async createBucket() {
      const bucket = `bucket-${++buckets}`;
      mkdirSync(join(directory, bucket));
      return `s3://${bucket}?endpoint=http://127.0.0.1:${port}&region=us-east-1`;
    },
    holdParts: gate.hold,
    fail(from) {
      failing = from;
    },
    unfinishedUploads: (blobUrl) => uploadsIn(uploadsFolder(directory, new URL(blobUrl).hostname)),
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const uploadsFolder = (directory: string, bucket: string) => join(directory, bucket, '._S3rver_uploads');
const uploadsIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

function partGate(): { hold(together: number): void; readonly pass: S3rver['middleware'][number] } {
  let missing = 0;
  let waiting: (() => void)[] = [];
  return {
    hold(together) {
      missing = together;
    },
    async pass(context, next) {
      if (context.query.partNumber !== undefined && missing > 0) {
        await new Promise<void>((enter) => {
          waiting.push(enter);
          if (--missing > 0) return;
          for (const one of waiting) one();
          waiting = [];
        });
      }
      await next();
    },
  };
}

/** The two calls of the protocol that the package lacks: list unfinished multipart uploads, and abort one. */
function multipartCalls(directory: string): S3rver['middleware'][number] {
  return async (context, next) => {
    const folder = uploadsFolder(directory, context.path.split('/')[1] ?? '');
    if (context.method === 'GET' && context.query.uploads !== undefined) {
      const uploads = uploadsIn(folder).map((id) => {
        const key = readFileSync(join(folder, id, 'key'), 'utf8');
        const initiated = statSync(join(folder, id, 'key')).mtime.toISOString();
        return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
      });
      context.type = 'application/xml';
      context.body = `<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`;
      return;
    }
    if (context.method === 'DELETE' && context.query.uploadId !== undefined) {
      rmSync(join(folder, context.query.uploadId), { recursive: true, force: true });
      context.status = 204;
      return;
    }
    await next();
  };
}
