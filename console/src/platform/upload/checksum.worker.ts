import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Hashes a file while it is read, so that its size does not matter, and away from the page, which stays quick. */
self.onmessage = async ({ data }: MessageEvent<File>) => {
  try {
    const hash = sha256.create();
    for await (const chunk of data.stream()) hash.update(chunk);
    self.postMessage({ digest: bytesToHex(hash.digest()) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
