import type { FilesCall } from '../files/call.ts';
import { harmless } from '../text.ts';

/** New, changed, removed. */
export type Sign = '+' | '~' | '-';

export interface Report {
  line(sign: Sign, path: string): Promise<void>;
  same(): void;
  end(): Promise<void>;
}

/** A line for each change, and a sentence in the end; with `--json` one object of all. */
export function reportOf({ io, general }: FilesCall): Report {
  const counts = { '+': 0, '~': 0, '-': 0, same: 0 };
  const changes: { change: string; path: string }[] = [];
  const names = { '+': 'new', '~': 'changed', '-': 'removed' } as const;
  const isJson = general.json !== undefined;
  return {
    async line(sign, path) {
      counts[sign]++;
      changes.push({ change: names[sign], path });
      if (isJson || general.quiet) return;
      const text = general.jsonl ? JSON.stringify(changes.at(-1)) : `${sign} ${harmless(path)}`;
      await io.stdout.write(`${text}\n`);
    },
    same: () => void counts.same++,
    async end() {
      const told = { new: counts['+'], changed: counts['~'], removed: counts['-'], unchanged: counts.same };
      if (isJson) return io.stdout.write(`${JSON.stringify({ changes, ...told })}\n`);
      if (general.jsonl) return;
      const parts = Object.entries(told).map(([name, count]) => `${count} ${name}`);
      await io.stdout.write(`${parts.join(', ')}\n`);
    },
  };
}
