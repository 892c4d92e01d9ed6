import { fail } from '../../../api/http/problem.ts';
import { SystemFailure, SystemLate } from '../connection/failure.ts';
import type { Source } from '../definition.ts';
import { systemFailed, systemLate } from '../errors.ts';
import type { Refused } from '../query/open-data.ts';

/** Why a system does not answer, as a refusal. */
export const failedSystem = (systemId: string, why: string): Refused =>
  fail(systemFailed, { message: `System '${systemId}' failed: ${why}` });

/** What a system answers, or why it does not. */
export async function answered<T>(source: Source | string, work: () => Promise<T>): Promise<T | Refused> {
  const named = typeof source === 'string' ? source : source.kind === 'file' ? 'storage' : source.systemId;
  try {
    return await work();
  } catch (error) {
    if (error instanceof SystemLate) return fail(systemLate);
    if (error instanceof SystemFailure) return failedSystem(named, error.message);
    throw error;
  }
}
