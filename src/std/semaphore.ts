/** Runs work when there is room for it; waits no longer than until the signal, if there is one. */
export type Semaphore = <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => Promise<T>;

/** Lets so much work run at a time; the rest waits for its turn. */
export function semaphore(most: number): Semaphore {
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

/** A room that several share: each of `sharers` has only a part of its places. */
export type SharedSemaphore = <T>(
  sharers: readonly string[],
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
) => Promise<T>;

/** Lets `most` pieces of work run at a time, and `each` of every one who shares it, so that nobody takes all places. */
export function sharedSemaphore(most: number, each: number): SharedSemaphore {
  const whole = semaphore(most);
  const parts = new Map<string, { readonly room: Semaphore; users: number }>();
  const enter = <T>(
    sharers: readonly string[],
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> => {
    const [who, ...others] = sharers;
    if (who === undefined) return whole(signal, work);
    const part = parts.get(who) ?? { room: semaphore(each), users: 0 };
    parts.set(who, part);
    part.users++;
    return part
      .room(signal, () => enter(others, signal, work))
      .finally(() => {
        part.users--;
        if (part.users === 0) parts.delete(who);
      });
  };
  return enter;
}
