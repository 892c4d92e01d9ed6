import { hex } from '@twin-platform/client/blocks';

/** Read and hashed at once; larger files are hashed while they are read, by a worker. */
const small = 8 * 2 ** 20;

/** The SHA-256 of a file, in hexadecimal digits. */
export async function checksumOf(file: File, signal: AbortSignal): Promise<string> {
  if (file.size > small) return checksumByWorker(file, signal);
  return hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
}

function checksumByWorker(file: File, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./checksum.worker.ts', import.meta.url), { type: 'module' });
  const end = () => worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  return new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onmessage = ({ data }: MessageEvent<{ digest?: string; error?: string }>) =>
      data.digest ? resolve(data.digest) : reject(new Error(data.error));
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(file);
  }).finally(end);
}
