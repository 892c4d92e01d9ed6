import { join } from 'node:path';
import type { Detail } from '../../../api/http/problem.ts';
import { isFailed } from '../../../api/http/problem.ts';
import type { FoundPackage } from '../access.ts';
import { missingSystem } from '../data/own-package.ts';
import { contentOf, type FoundPage } from '../data/page-file.ts';
import { answered } from '../data/source-errors.ts';
import type { Source } from '../definition.ts';
import type { Asking, Federation } from '../deps.ts';
import { missing, overQuota } from '../errors.ts';
import type { Refused } from '../query/open-data.ts';
import { bounded } from '../query/run-query.ts';
import { withSource } from '../source/source.ts';

/** How much an execution may answer. */
export interface ExecutionBounds {
  readonly rows: number;
  readonly bytes: number;
  readonly form: 'json' | 'xml';
}

/** Executes the handler of a package of the operator. */
export async function executeOwn(
  { resource, access }: FoundPackage,
  handler: Source,
  given: ReadonlyMap<string, string>,
  { rows: most, bytes, form }: ExecutionBounds,
  asking: Asking,
  of: Federation,
): Promise<FoundPage | Refused | readonly Detail[]> {
  const variables = new Map<string, string>();
  const faults: Detail[] = [];
  for (const { name, required, default: usual } of resource.variables) {
    const value = given.get(name) ?? usual;
    if (value !== undefined) variables.set(name, value);
    else if (required) faults.push(missing(name));
  }
  const system = await missingSystem(resource, access, asking);
  if (system !== undefined) faults.push(system);
  if (faults.length > 0) return faults;
  const asked = { source: handler, variables, typed: true, twin: access.twin };
  return of.ports.engines.workFolder(async (folder) => {
    const output = join(folder, 'rows');
    const found = await bounded(asking.signal, (signal) =>
      answered(handler, () =>
        withSource(asked, { ...asking, signal }, of, (params, ask) =>
          ask('sourceRows', { ...params, rows: most, bytes, form, output }),
        ),
      ),
    );
    if (isFailed(found)) return found;
    const { rows } = found;
    if (rows > most) return [overQuota('rows', `There are more than ${most} rows.`)];
    return { rows, count: null, last: null, content: await contentOf(output, rows) };
  });
}
