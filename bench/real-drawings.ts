import { readDrawing } from '../src/engines/drawings/testing/read.ts';
import { realSvg } from '../src/engines/drawings/testing/real/files.ts';
import { judged, type RealScore } from '../src/engines/drawings/testing/real/judge.ts';
import { realSheet } from '../src/engines/drawings/testing/real/sheet.ts';
import { percent, totalOf, worstClasses } from '../src/engines/drawings/testing/real/total.ts';
import { atLeast, atMost, type Result } from './results.ts';

/** Another range each time that somebody wants to know: a figure on seeds that somebody tuned on says little. */
const first = Number(process.env.SHEETS_FROM ?? 7000);
const count = 40;

/** Forty sheets as companies draw them, of all styles of the generator: by kind, the worst classes first. */
export async function benchRealDrawings(): Promise<Result[]> {
  const scores: RealScore[] = [];
  let slowest = 0;
  for (let seed = first; seed < first + count; seed++) {
    const sheet = realSheet(seed);
    const { content, toSheet } = realSvg(sheet);
    const begin = performance.now();
    const { prediction } = await readDrawing('svg', content);
    slowest = Math.max(slowest, (performance.now() - begin) / 1000);
    const score = judged(prediction, sheet.truth, toSheet);
    scores.push(score);
    for (const fault of score.faults.slice(0, 8)) console.error(`  sheet ${seed}: ${fault}`);
  }
  const total = totalOf(scores);
  console.error(`  by class: ${worstClasses(total)}`);
  const named = [
    ['symbols found', total.symbols, 97],
    ['of what is reported is right', total.reported, 97],
    ['tags', total.tags, 96],
    ['connections', total.connections, 93],
    ['line numbers', total.lineNumbers, 90],
    ['title, number, revision', total.sheet, 100],
  ] as const;
  const subject = `${count} sheets from seed ${first}`;
  return [
    ...named.map(([what, share, bound]): Result => {
      const value = percent(share);
      return {
        name: `Realistic P&ID: ${what}`,
        subject,
        yardstick: 'what they show',
        value,
        unit: ' %',
        ...atLeast(value, bound),
      };
    }),
    {
      name: 'Realistic P&ID: false symbols in frames, blocks, tables',
      subject,
      yardstick: 'none',
      value: total.inAreas,
      unit: '',
      ...atMost(total.inAreas, 0),
    },
    {
      name: 'Realistic P&ID: slowest sheet, picture included',
      subject,
      yardstick: 'the specification',
      value: slowest,
      unit: ' s',
      ...atMost(slowest, 8),
    },
  ];
}
