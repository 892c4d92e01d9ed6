import { readdir, readFile } from 'node:fs/promises';
import { outputOf } from '../../std/start-process.ts';

/**
 * What a process that leads a group holds resident together with what it has started, in bytes; 0 when it is gone or the
 * system does not tell.
 */
export async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  try {
    return await (process.platform === 'linux' ? ofTree(pid) : ofGroup(pid));
  } catch {
    return 0;
  }
}

async function ofTree(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1');
  const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  const children = await Promise.all((await childrenOf(pid)).map((child) => residentBytes(child)));
  return children.reduce((sum, bytes) => sum + bytes, own);
}

/** Each thread has a list of the processes that it has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  const lists = threads.map((id) => readFile(`/proc/${pid}/task/${id}/children`, 'latin1').catch(() => ''));
  return (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

async function ofGroup(pid: number): Promise<number> {
  const stdout = await outputOf('ps', ['-axo', 'pgid=,rss=']);
  const rows = stdout.split('\n').map((row) => row.trim().split(/\s+/).map(Number));
  return rows.reduce((sum, [group, kilobytes = 0]) => (group === pid ? sum + kilobytes * 1024 : sum), 0);
}
