import type { EngineContext } from '../engine.ts';
import { withKnownEntities } from './describe/foreign.ts';
import { readHeader } from './header.ts';
import type { Input } from './input.ts';
import { openIssues } from './issues.ts';
import { reshaped } from './reshape/reshape.ts';
import { argumentMends } from './step/argument-mends.ts';
import { type Mend, mended, signMends } from './step/mends.ts';
import { type Model, openModel } from './step/model.ts';
import { scanInstances } from './step/scan.ts';

export interface ReadFile {
  readonly model: Model;
  /** The file as the library of the meshes gets it. */
  readonly meshed: Uint8Array;
}

/** Reads the header and finds all instances; what is not as it must be is mended where it is understood. */
export async function readModel({ bytes, others }: Input, context: EngineContext): Promise<ReadFile> {
  const issues = openIssues(bytes);
  if (others.length > 0) issues.add(`The zip holds other files, which were not read: ${listed(others)}.`);
  const mends: Mend[] = [];
  const { schema, dataStart } = readHeader(bytes, issues, mends);
  const megabyte = (size: number) => Math.round(size / 1e6);
  const scanned = await scanInstances(bytes, dataStart, issues, mends, (done) =>
    context.progress({ message: `${megabyte(done)} of ${megabyte(bytes.length)} MB read` }),
  );
  const index = withKnownEntities(scanned, { bytes, schema, issues, mends });
  mends.push(...argumentMends(bytes, index), ...signMends(bytes));
  context.progress({ message: null });
  issues.instancesAt((number) => {
    const position = index.find(number);
    return position === -1 ? undefined : index.offsets[position];
  });
  const model = openModel(bytes, index, schema, issues);
  for (const mend of await reshaped(model, context.signal)) mends.push(mend);
  return { model, meshed: mended(bytes, mends) };
}

const listed = (names: readonly string[]): string =>
  names.length > 10 ? `${names.slice(0, 10).join(', ')} and ${names.length - 10} more` : names.join(', ');
