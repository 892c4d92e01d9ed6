import { setTimeout as sleep } from 'node:timers/promises';
import type { Kit } from '../../../api/area.ts';
import { stackOf } from '../../../std/log.ts';
import { semaphore } from '../../../std/semaphore.ts';
import { within } from '../../../std/within.ts';
import { makeThumbnails } from './thumbnails.ts';

/** Pictures that come right behind each other are made together, and the answer of an upload goes out first. */
const pauseMs = 50;

/** Copies of pictures that were uploaded, made before anybody asks for them. */
export interface ThumbnailQueue {
  /** Makes those of a form that are missing. What the end of the server keeps from being made is made when it is asked for. */
  ofForm(formId: string): void;
  /** Breaks off what is under way. */
  stop(limitMs: number): Promise<void>;
}

export function thumbnailQueue({ db, ports, log }: Pick<Kit, 'db' | 'ports' | 'log'>): ThumbnailQueue {
  const end = new AbortController();
  const { signal } = end;
  const seat = semaphore(1); // one form at a time: those that a request waits for have room beside it
  const waiting = new Set<string>();
  const underWay = new Set<Promise<void>>();
  const make = async (formId: string) => {
    await sleep(pauseMs, undefined, { signal });
    const failure = await seat(signal, () => {
      waiting.delete(formId);
      return makeThumbnails(formId, { db, ports, write: db.write }, signal);
    });
    if (failure !== undefined) throw new Error(failure);
  };
  return {
    ofForm(formId) {
      if (signal.aborted || waiting.has(formId)) return;
      waiting.add(formId);
      const work = make(formId)
        .catch((error) => {
          if (!signal.aborted) log.warn({ form: formId, error: stackOf(error) }, 'Copies of photos were not made yet.');
        })
        .finally(() => underWay.delete(work));
      underWay.add(work);
    },
    stop(limitMs) {
      end.abort();
      return within(limitMs, Promise.all(underWay));
    },
  };
}
