import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { parseS3Url } from '../../src/kernel/blobs/s3-url.ts';
import { serve } from './serve.ts';

/*
 * The SDK alone: at a PUT it stores as many bytes as the query says, in objects of a block each, at a GET it reads them
 * again and drops them.
 */
const { bucket: Bucket, endpoint = '', region } = parseS3Url(process.env.BENCH_BUCKET ?? '');
const client = new S3Client({
  endpoint,
  region,
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});
const block = 64 * 2 ** 20;
const chunk = Buffer.alloc(2 ** 18, 7);

function* chunksOf(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= chunk.length) yield chunk;
}

async function store(size: number): Promise<void> {
  for (let from = 0; from < size; from += block) {
    const Body = Readable.from(chunksOf(block), { objectMode: false });
    await client.send(new PutObjectCommand({ Bucket, Key: `bare-${from}`, Body, ContentLength: block }));
  }
}

async function load(size: number): Promise<void> {
  for (let from = 0; from < size; from += block) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: `bare-${from}` }));
    if (Body instanceof Readable) for await (const bytes of Body) bytes.length;
  }
}

const server = createServer(async (request, response) => {
  const size = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('size'));
  await (request.method === 'PUT' ? store(size) : load(size));
  response.end();
});
serve(server);
