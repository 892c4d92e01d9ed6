/** Runs work when there is room for it; waits no longer than until the signal, if there is one. */
export type Room = <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;

/** Lets so much work run at a time; the rest waits for its turn. */
export function roomFor(most: number): Room {
  let busy = 0;
  const waiting: (() => void)[] = [];
  const enter = (signal: AbortSignal | undefined): Promise<void> => {
    if (busy < most) {
      busy++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal?.removeEventListener('abort', give);
        resolve();
      };
      const give = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', give, { once: true });
      waiting.push(turn);
    });
  };
  return async (signal, work) => {
    signal?.throwIfAborted();
    await enter(signal);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
