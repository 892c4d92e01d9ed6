import type { EngineContext } from '../engine.ts';

const beatMs = 1000;

/** Tells all the time that this process is still at work: one whose thread never ends what it does falls silent. */
export async function conversing<T>(context: EngineContext, work: () => Promise<T>): Promise<T> {
  const beat = () => context.progress({ step: 'Asking the system' });
  const clock = setInterval(beat, beatMs);
  beat();
  try {
    return await work();
  } finally {
    clearInterval(clock);
  }
}
