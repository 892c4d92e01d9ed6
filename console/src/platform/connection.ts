import { signalOf } from './signal.ts';

/*
 * Whether the server can be reached. Whoever finds that it cannot says so; from then on the server is asked until it
 * answers, and everybody who waits goes on.
 */
const askEveryMs = 2000;

/** The server could not be reached when it was last asked. */
export const serverAway = signalOf(false);

let waiting: Promise<void> | undefined;

/** Resolves when the server answers again. */
export function serverBack(): Promise<void> {
  serverAway.set(true);
  waiting ??= untilBack().finally(() => {
    waiting = undefined;
    serverAway.set(false);
  });
  return waiting;
}

async function untilBack(): Promise<void> {
  while (!(await serverAnswers())) {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, askEveryMs);
      window.addEventListener('online', () => resolve(), { once: true });
    });
  }
}

export const serverAnswers = (): Promise<boolean> =>
  fetch('/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
