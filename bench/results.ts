import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** One line of the table: what was measured against what, and what it should hold. */
export interface Result {
  readonly name: string;
  readonly subject: string;
  readonly yardstick: string;
  readonly value: number;
  readonly unit: string;
  /** The bound: at least for ratios, at most for costs. */
  readonly bound: string;
  readonly holds: boolean;
}

export const atLeast = (value: number, bound: number): Pick<Result, 'bound' | 'holds'> => ({
  bound: `≥ ${bound}`,
  holds: value >= bound,
});

export const atMost = (value: number, bound: number): Pick<Result, 'bound' | 'holds'> => ({
  bound: `≤ ${bound}`,
  holds: value <= bound,
});

const cell = (text: string | number) => String(text).replaceAll('|', '\\|');

export function tableOf(results: readonly Result[]): string {
  const rows = results.map((one) => [
    one.name,
    one.subject,
    one.yardstick,
    `${one.value.toFixed(2)}${one.unit}`,
    one.bound,
    one.holds ? 'holds' : 'MISSED',
  ]);
  const head = ['what', 'ours', 'yardstick', 'result', 'bound', ''];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
}

/** Writes bench/RESULTS.md. */
export function writeResults(results: readonly Result[], remarks: readonly string[]): void {
  const text = [
    '# Measured',
    '',
    'Made by `npm run bench`. Ours and the yardstick run in turns on the same machine, so the ratios carry over and the',
    'absolute figures do not.',
    '',
    `Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}.`,
    ...remarks,
    '',
    tableOf(results),
    '',
  ];
  writeFileSync('bench/RESULTS.md', text.join('\n'));
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

export const rate = (value: number): string => `${Math.round(value).toLocaleString('en')}/s`;
