import type { PlatformClient } from '../client.ts';
import type { Lines } from './lines.ts';
import { refusalOf } from './refused.ts';
import { digestOf } from './send-content.ts';

/** Where the content of a file is read, and what it is. */
export interface Content {
  /** Signed: it needs no token. */
  readonly address: string;
  readonly size: number;
  readonly tag: string | undefined;
  /** Undefined where the entity tag is something else. */
  readonly sha256: string | undefined;
}

/** The content of a file of Storage. Throws `Refused` where there is none. */
export async function contentOf(lines: Lines, client: PlatformClient, fileId: string): Promise<Content> {
  const options = {
    params: { path: { fileId } },
    redirect: 'manual',
    parseAs: 'stream',
    signal: lines.signal,
  } as const;
  const { response, error } = await client.storage.GET('/storage/files/{fileId}/download', options);
  const address = response.headers.get('Location');
  if (address === null) throw refusalOf(response, error);
  return contentAt(lines, new URL(address, response.url || undefined).href);
}

/** The content behind a signed address. */
export async function contentAt(lines: Lines, address: string): Promise<Content> {
  const answer = await lines.ask(address, { method: 'HEAD' });
  return {
    address,
    size: Number(answer.headers.get('Content-Length') ?? Number.NaN),
    tag: answer.headers.get('ETag') ?? undefined,
    sha256: digestOf(answer),
  };
}
