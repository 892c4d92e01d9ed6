const together = 4 * 2 ** 20;
const least = 64 * 1024;
const most = 512 * 1024;

let streams = 0;

/** A stream of bytes begins in this process; call what it answers once, when it has ended. */
export function streaming(): () => void {
  streams++;
  return () => void streams--;
}

/**
 * How many bytes a stream may take at once. Large pieces cost the least while few streams are open; many of them would
 * fill the memory, since each holds two pieces: one that goes and one that comes.
 */
export const shareOf = (): number => Math.min(most, Math.max(least, Math.floor(together / Math.max(1, streams))));
