import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds for which this thread has had a processor so far: other threads and programs do not count. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of this thread's processor that a function takes. */
export function processorTime(run: () => unknown): number {
  const before = threadTime();
  run();
  return threadTime() - before;
}

/** The least that a function takes of this thread's processor, once it is within a bound, or of four rounds. */
export function leastTime(most: number, run: () => unknown): number {
  let least = processorTime(run);
  for (let again = 0; least > most && again < 3; again++) least = Math.min(least, processorTime(run));
  return least;
}

/** What a function answers, and the longest turn of the event loop meanwhile, in milliseconds of its processor. */
export async function longestTurn<Answer>(run: () => Promise<Answer>): Promise<{ answer: Answer; turn: number }> {
  let turn = 0;
  let isOver = false;
  const watch = async () => {
    for (let last = threadTime(); !isOver; ) {
      await nextTurn();
      const now = threadTime();
      turn = Math.max(turn, now - last);
      last = now;
    }
  };
  const watching = watch();
  try {
    const answer = await run();
    return { answer, turn };
  } finally {
    isOver = true;
    await watching;
  }
}

/**
 * The longest turn once it is within a bound, or after four rounds: the collector of garbage, and a machine that lends
 * its processors to others, count for this thread, too.
 */
export async function longestTurnWithin<Answer>(
  most: number,
  run: () => Promise<Answer>,
): Promise<{ answer: Answer; turn: number }> {
  let best = await longestTurn(run);
  for (let again = 0; best.turn > most && again < 3; again++) {
    const { answer, turn } = await longestTurn(run);
    best = { answer, turn: Math.min(turn, best.turn) };
  }
  return best;
}
