import type { Context } from '../../../api/http/context.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { type FoundInput, findInputs } from '../../../reality-jobs/inputs.ts';
import { invalidParameter } from '../errors.ts';
import { fits, isInputType } from '../formats.ts';

/** What a job is asked to do, by whatever request. */
export interface Asked {
  readonly type: string;
  /** Ids of reality data or of items of Storage. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Looks the inputs up; each that cannot be used, or not with the others, is a fault. */
export async function checkAsked(
  { type, inputs, outputs }: Asked,
  context: Context,
): Promise<{ readonly found: readonly FoundInput[]; readonly faults: readonly Detail[] }> {
  const given = inputs.map((id, place) => ({ id, target: `inputs[${place}].id` }));
  const { found, faults } = await findInputs(given, context);
  const unusable = found
    .filter(({ data }) => !isInputType(data.type))
    .map(({ given: { id, target } }) =>
      invalidParameter(target, `Reality data '${id}' holds nothing that can be converted.`),
    );
  const types = [...new Set(found.map(({ data }) => data.type).filter(isInputType))];
  const mixed = types.length > 1 ? [invalidParameter('inputs', 'All inputs must have the same format.')] : [];
  const [input] = types;
  const unfit = outputs
    .filter((output) => types.length === 1 && input !== undefined && !fits(type, input, output))
    .map((output) => invalidParameter('outputs', `Output '${output}' is not valid for input type '${input}'.`));
  return { found, faults: [...faults, ...unusable, ...mixed, ...unfit] };
}
