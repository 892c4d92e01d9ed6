import type { Progress } from './job.ts';
import { cleanLine, type Lines, withLine } from './log-lines.ts';
import type { JobRow } from './tables.ts';

/** The columns of a job that its attempt writes as it goes. */
export type ProgressFields = Pick<JobRow, 'step' | 'done' | 'total' | 'unit' | 'message' | 'log'>;

export interface ProgressRecorder {
  progress(change: Partial<Progress>): void;
  log(line: string): void;
  /** What is known now, written or not. */
  fields(): ProgressFields;
  /** Writes with what was not saved yet, if there is any, so that nobody sees the one without the other. */
  saveWith<T>(write: (unsaved: ProgressFields | undefined) => Promise<T>): Promise<T>;
  /** Ends the writing, after the write under way. */
  close(): Promise<void>;
}

/** Keeps an attempt's progress in memory and saves it at most once in `spacingMs`, the latest state each time. */
export function recordProgress(
  log: Lines,
  spacingMs: number,
  save: (fields: ProgressFields) => Promise<void>,
): ProgressRecorder {
  let fields: ProgressFields = { step: null, done: 0, total: null, unit: null, message: null, log };
  let timer: NodeJS.Timeout | undefined;
  let stored = fields;
  let saving: Promise<void> | undefined;
  let savedAt = 0;
  let closed = false;

  const change = (next: ProgressFields) => {
    fields = next;
    if (closed || saving !== undefined) return;
    timer ??= setTimeout(start, Math.max(0, savedAt + spacingMs - Date.now()));
  };
  const start = () => {
    void saved(fields, save(fields)).catch(() => {}); // told by `save` itself
  };
  const saved = <T>(carried: ProgressFields, write: Promise<T>): Promise<T> => {
    clearTimeout(timer);
    timer = undefined;
    savedAt = Date.now();
    const kept = () => {
      stored = carried;
    };
    saving = write
      .then(kept, () => {})
      .finally(() => {
        saving = undefined;
        if (stored !== fields) change(fields); // what came meanwhile, or was rolled back
      });
    return write;
  };

  return {
    progress: (next) => change({ ...fields, ...merged(fields, next) }),
    log: (line) => change({ ...fields, log: withLine(fields.log, line) }),
    fields: () => fields,
    async saveWith(write) {
      while (saving !== undefined) await saving;
      return stored === fields ? write(undefined) : saved(fields, write(fields));
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await saving;
    },
  };
}

function merged(before: ProgressFields, next: Partial<Progress>): Partial<ProgressFields> {
  const text = (value: string | null | undefined, old: string | null) =>
    value === undefined ? old : value === null ? null : cleanLine(value);
  const count = (value: number) => (Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0);
  const total = next.total === undefined ? before.total : next.total;
  return {
    step: text(next.step, before.step),
    unit: text(next.unit, before.unit),
    message: text(next.message, before.message),
    done: Math.max(before.done, count(next.done ?? 0)),
    total: total === null ? null : count(total),
  };
}

/** How far a job is; null while the total is unknown. */
export function percentOf({ done, total }: Pick<Progress, 'done' | 'total'>): number | null {
  if (total === null) return null;
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
}
