import { compare, perSecond } from './load.ts';
import { type RunningPlatform, runPlatform } from './platform.ts';
import { atLeast, type Result, rate } from './results.ts';

/** Made by many clients at once. */
export interface Making {
  readonly name: string;
  readonly url: string;
  /** With a number that no other has in the place of `%d`. */
  readonly body: string;
}

const connections = 64;

export const newFolders = '{"displayName":"folder %d"}';

/** Writes of many clients, which share transactions, beside the platform with a transaction and an fsync for each. */
export async function benchMaking(
  ours: RunningPlatform,
  prepare: (platform: RunningPlatform) => Promise<Making>,
  least: number,
): Promise<Result> {
  const each = await runPlatform({}, { program: 'bench/yardsticks/one-write-each.ts' });
  try {
    const [{ name, ...a }, b] = [await prepare(ours), await prepare(each)];
    const makes =
      ({ token }: RunningPlatform, { url, body }: Omit<Making, 'name'>) =>
      () =>
        perSecond({ url, making: body, connections, seconds: 3, headers: { Authorization: `Bearer ${token}` } });
    const [together, alone] = [makes(ours, a), makes(each, b)];
    for (const warm of [together, alone]) await warm();
    const { subject, yardstick, ratio } = await compare(5, together, alone);
    return {
      name: `durable POST of ${name}, ${connections} connections`,
      subject: rate(subject),
      yardstick: `the same with one fsync a request ${rate(yardstick)}`,
      value: ratio,
      unit: '',
      ...atLeast(ratio, least),
    };
  } finally {
    await each.stop();
  }
}
