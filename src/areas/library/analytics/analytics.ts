import type { Kit } from '../../../api/area.ts';
import type { Context } from '../../../api/http/context.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import { analyticsRow, type Doing, insertAnalytics } from '../store/analytics.ts';
import type { AnalyticsRow } from '../tables.ts';

/** Who looks at components is told to the database some seconds later, and lost in a crash: reading stays reading. */
export interface Analytics {
  note(doing: Doing, account: TwinFacts, context: Pick<Context, 'caller' | 'now'>): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
}

const delayMs = 2000;
const mostWaiting = 10_000;
const rowsPerWrite = 500;

export function openAnalytics({ db, log }: Pick<Kit, 'db' | 'log'>): Analytics {
  let waiting: AnalyticsRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  const analytics: Analytics = {
    note(doing, account, { caller, now }) {
      if (caller.mode === 'Test' || waiting.length >= mostWaiting) return; // or the database is away
      waiting.push(analyticsRow(doing, account, caller, now));
      timer ??= setTimeout(() => void analytics.flush(), delayMs);
    },
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      const rows = waiting;
      waiting = [];
      for (let first = 0; first < rows.length; first += rowsPerWrite) {
        const some = rows.slice(first, first + rowsPerWrite);
        await db
          .write((tx) => insertAnalytics(tx, some))
          .catch((error) => log.warn({ error, rows: some.length }, 'Analytics of the library were lost.'));
      }
    },
  };
  return analytics;
}
