import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './world.ts';

/** Uploads a text to a signed address. */
export async function put(url: string, text: string): Promise<void> {
  const headers = { 'x-ms-blob-type': 'BlockBlob' };
  const { status, bytes } = await load(url, { method: 'PUT', body: text, headers });
  if (status !== 201) throw new Error(`PUT ${url}: ${status} ${bytes}`);
}

/** Waits until something is so, and fails when it takes too long. */
export async function comesTrue(what: string, seconds: number, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await isTrue())) {
    assert.ok(Date.now() < end, `${what} within ${seconds} s`);
    await sleep(10);
  }
}
