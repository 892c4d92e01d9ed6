import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the system divides the time of its cores: the older and the newer form, in Linux. */
const older = '/sys/fs/cgroup/cpu';
const newer = '/sys/fs/cgroup';
/** Short: a process that stands still holds what it has locked. */
const period = 10_000;

/**
 * Lets processes have so many cores together, until `end`. Undefined where the system does not let us: that takes Linux, and its
 * administrator.
 */
export function limitCores(pids: readonly number[], cores: number): { end(): void } | undefined {
  const isOlder = existsSync(join(older, 'cpu.cfs_quota_us'));
  const root = isOlder ? older : newer;
  const folder = join(root, `twin-bench-${pids[0]}`);
  const quota = String(Math.round(cores * period));
  const put = (group: string) => {
    for (const pid of pids) writeFileSync(join(group, 'cgroup.procs'), String(pid));
  };
  try {
    mkdirSync(folder);
    if (isOlder) {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(period));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), quota);
    } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${period}`);
    put(folder);
  } catch {
    return undefined;
  }
  return {
    end() {
      put(root);
      rmdirSync(folder);
    },
  };
}
