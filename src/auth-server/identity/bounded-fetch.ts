import { bytesWithin } from '../../std/bounded-bytes.ts';

const mostBytes = 2 ** 20;
/** Statuses whose answers have no content. */
const empty: ReadonlySet<number> = new Set([204, 205, 304]);

/** `fetch` for documents that fit into 1 MB: a provider that sends more is left in the middle. Throws then. */
export async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const { body, status, headers } = await fetch(url, options);
  const bytes = body === null ? Buffer.alloc(0) : await bytesWithin(body, mostBytes);
  if (bytes === undefined) throw new Error(`${new URL(url).origin} answers with more than ${mostBytes} bytes.`);
  return new Response(empty.has(status) ? null : bytes, { status, headers });
}
