import { compare, type Load, perSecond } from './load.ts';
import { type RunningPlatform, runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';

const twins = 1500;

/**
 * Two processes against one. Each request searches for something else among 1,500 twins, so that the work is the
 * servers' own and neither their memory of reads nor the load generator has much part in it.
 */
export async function benchProcesses(): Promise<Result[]> {
  const one = await runPlatform({ PROCESSES: '1' }, { core: 'any' });
  const two = await runPlatform({ PROCESSES: '2' }, { core: 'any' });
  try {
    const load = async (platform: RunningPlatform): Promise<Load> => {
      for (let made = 0; made < twins; made += 50)
        await Promise.all(Array.from({ length: 50 }, () => makeTwin(platform)));
      const headers = { Authorization: `Bearer ${platform.token}` };
      const url = `${platform.baseUrl}/twins/?$top=5&$search=bridge%20`;
      return { url, headers, connections: 32, seconds: 3, varied: true };
    };
    const [ofOne, ofTwo] = [await load(one), await load(two)];
    const both = await compare(
      3,
      () => perSecond(ofTwo),
      () => perSecond(ofOne),
    );
    return [
      {
        name: 'searches among 1,500 twins, two processes',
        subject: rate(both.subject),
        yardstick: `one process ${rate(both.yardstick)}`,
        value: both.ratio,
        unit: '',
        ...atLeast(both.ratio, 1.6),
      },
    ];
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

const makeTwin = (platform: RunningPlatform) =>
  platform.call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName: 'Bridge over the river' });
