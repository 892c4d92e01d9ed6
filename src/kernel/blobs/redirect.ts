import type { Answer } from './answer.ts';
import type { Slice } from './content.ts';
import type { BlobStore, Told } from './store.ts';

/** Smaller content is sent at once: another request would take longer than its bytes. */
const leastBytes = 2 ** 20;

/** Sends who asks for large content to the store itself, where it allows that and one object holds all of it. */
export async function redirectTo(store: BlobStore, slices: readonly Slice[], told: Told): Promise<Answer | undefined> {
  const [slice, ...more] = slices;
  if (store.addressOf === undefined || slice === undefined || more.length > 0) return undefined;
  if (slice.start > 0 || slice.size < leastBytes) return undefined;
  const Location = await store.addressOf(slice.key, slice.size, told);
  return Location === undefined ? undefined : { status: 307, headers: { Location, 'Cache-Control': 'no-store' } };
}
