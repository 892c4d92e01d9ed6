export interface Loop {
  start(): void;
  /** Runs the next turn at once. */
  wake(): void;
  /** Ends after the turn under way. */
  stop(): Promise<void>;
}

/** Runs `turn` again and again: after the milliseconds it answers, or as soon as it is woken. It must not throw. */
export function startLoop(turn: () => Promise<number>): Loop {
  let alarm = Promise.withResolvers<void>();
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const wake = () => alarm.resolve();

  async function run(): Promise<void> {
    while (!stopped) {
      alarm = Promise.withResolvers();
      const timer = setTimeout(wake, await turn());
      if (!stopped) await alarm.promise;
      clearTimeout(timer);
    }
  }

  return {
    start() {
      running = run();
    },
    wake,
    stop() {
      stopped = true;
      wake();
      return running;
    },
  };
}
