import { compare, type Load, perSecond } from './load.ts';
import { type RunningPlatform, runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';

/**
 * Two processes against one, with work enough for both cores: pages of 100 twins, where the load generator costs
 * little beside the server.
 */
export async function benchProcesses(): Promise<Result[]> {
  const one = await runPlatform({ PROCESSES: '1' }, { core: undefined });
  const two = await runPlatform({ PROCESSES: '2' }, { core: undefined });
  try {
    const load = async (platform: RunningPlatform): Promise<Load> => {
      for (let i = 0; i < 100; i++) {
        await platform.call('POST', '/twins/', { class: 'Endeavor', subClass: 'Project', displayName: `T${i}` });
      }
      const headers = { Authorization: `Bearer ${platform.token}`, Prefer: 'return=representation' };
      return { url: `${platform.baseUrl}/twins/?$top=100`, headers, connections: 32, seconds: 3 };
    };
    const [ofOne, ofTwo] = [await load(one), await load(two)];
    const both = await compare(
      3,
      () => perSecond(ofTwo),
      () => perSecond(ofOne),
    );
    return [
      {
        name: 'GET /twins in full, two processes',
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
