export interface WakeUps {
  /** Resolves at the next call, after the time, or when the signal is aborted. */
  next(): Promise<void>;
  stop(): void;
}

/** Waits for calls that `listen` hands on, no longer than `mostMs` each time. `listen` answers how to end that. */
export function wakeUps(listen: (ring: () => void) => () => void, mostMs: number, stopping: AbortSignal): WakeUps {
  let alarm = Promise.withResolvers<void>();
  const ring = () => alarm.resolve();
  const stop = listen(ring);
  stopping.addEventListener('abort', ring);
  return {
    async next() {
      const timer = setTimeout(ring, mostMs);
      await alarm.promise;
      clearTimeout(timer);
      alarm = Promise.withResolvers();
    },
    stop() {
      stop();
      stopping.removeEventListener('abort', ring);
    },
  };
}
