/** The SHA-256 of a file, in hexadecimal digits. */
export function checksumOf(file: File, signal: AbortSignal): Promise<string> {
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
