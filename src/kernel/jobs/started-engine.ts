import type { EngineMessage, EngineOrder } from '../../engines/messages.ts';
import type { Ending } from './process-group.ts';
import type { StarterMessage } from './starter-process.ts';

/** A process that runs engines, the leader of a process group. */
export interface StartedEngine {
  /** None when it is there no more, or could not be started. */
  readonly pid: number | undefined;
  give(order: EngineOrder): void;
  /** Who hears of it from now on. */
  hear(ears: EngineEars | undefined): void;
  /** Whether it keeps this process from ending. */
  hold(isHeld: boolean): void;
  readonly ended: Promise<void>;
}

export interface EngineEars {
  message(message: EngineMessage): void;
  /** On its standard error. */
  said(text: string): void;
  /** At once when it has ended before. */
  ended(ending: Ending): void;
}

/** One of which the starter tells. */
export interface ToldEngine {
  readonly engine: StartedEngine;
  /** It is there, or has ended. */
  readonly begun: Promise<void>;
  take(told: StarterMessage): void;
}

export function toldEngine(own: Pick<StartedEngine, 'give' | 'hold'>): ToldEngine {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let pid: number | undefined;
  let ending: Ending | undefined;
  let ears: EngineEars | undefined;
  const end = (how: Ending) => {
    pid = undefined;
    ending = how;
    ears?.ended(how);
    begun.resolve();
    ended.resolve();
  };
  return {
    engine: {
      ...own,
      get pid() {
        return pid;
      },
      hear(next) {
        ears = next;
        if (ending !== undefined) next?.ended(ending);
      },
      ended: ended.promise,
    },
    begun: begun.promise,
    take(told) {
      if (told.is === 'message') ears?.message(told.message);
      else if (told.is === 'said') ears?.said(told.text);
      else if (told.is === 'ended') end(told.ending);
      else {
        pid = told.pid;
        begun.resolve();
      }
    },
  };
}
