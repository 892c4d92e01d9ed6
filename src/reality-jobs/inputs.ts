import type { Context } from '../api/http/context.ts';
import type { Detail } from '../api/http/problem.ts';
import type { NamedData } from '../api/ports/reality-data.ts';
import type { Transaction } from '../kernel/db/database.ts';
import type { RealityInputRow } from './tables.ts';

/** What a request names as input, and where in its body. */
export interface GivenInput {
  readonly id: string;
  /** `inputs[0].id` */
  readonly target: string;
}

export interface FoundInput {
  readonly given: GivenInput;
  readonly data: NamedData;
}

export const unavailableData = ({ id, target }: GivenInput): Detail => ({
  code: 'InvalidParameter',
  message: `Reality data '${id}' is not available.`,
  target,
});

/** What the caller may use of the inputs that they named, and a fault for each other. */
export async function findInputs(
  given: readonly GivenInput[],
  { db, caller, ports }: Pick<Context, 'db' | 'caller' | 'ports'>,
): Promise<{ readonly found: readonly FoundInput[]; readonly faults: readonly Detail[] }> {
  const found: FoundInput[] = [];
  const faults: Detail[] = [];
  for (const one of given) {
    const data = await ports.realityData.named({ db, caller }, one.id);
    if (data === undefined) faults.push(unavailableData(one));
    else found.push({ given: one, data });
  }
  return { found, faults };
}

/** Makes items of Storage reality data that are none yet, in the write that creates or submits the job. */
export async function useInputs(
  tx: Transaction,
  found: readonly FoundInput[],
  { ports, caller }: Pick<Context, 'ports' | 'caller'>,
): Promise<void> {
  for (const { data } of found) await ports.realityData.use(tx, data, caller.userId);
}

/** Rows of inputs. `kindOf`: what the API says of each. */
export const inputRows = (
  jobId: string,
  found: readonly FoundInput[],
  kindOf: (input: FoundInput, place: number) => string,
): RealityInputRow[] =>
  found.map((input, place) => ({
    job_id: jobId,
    place,
    given_id: input.given.id,
    data_id: input.data.id,
    kind: kindOf(input, place),
    description: null,
  }));
