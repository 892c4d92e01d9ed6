import { setTimeout as sleep } from 'node:timers/promises';
import { startPlatform } from './platform.ts';
import { atMost, median, type Result } from './results.ts';

/** From the start of the process to the first 200, on an empty folder; and the memory of an idle server. */
export async function benchStart(): Promise<Result[]> {
  const times: number[] = [];
  let idle = 0;
  for (let round = 0; round < 5; round++) {
    const platform = await startPlatform();
    times.push(platform.startedMs / 1000);
    await sleep(round === 4 ? 3000 : 0);
    idle = platform.resident();
    await platform.stop();
  }
  const start = median(times);
  return [
    {
      name: 'start on an empty folder to the first 200',
      subject: `${Math.round(start * 1000)} ms`,
      yardstick: 'a second',
      value: start,
      unit: ' s',
      ...atMost(start, 1),
    },
    {
      name: 'resident memory of an idle server',
      subject: `${Math.round(idle)} MB`,
      yardstick: '130 MB',
      value: idle,
      unit: ' MB',
      ...atMost(idle, 130),
    },
  ];
}
