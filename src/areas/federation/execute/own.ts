import { Readable } from 'node:stream';
import { identifierOf } from '../../../engines/tables/identifier.ts';
import { xmlText } from '../../../engines/tables/rows.ts';
import type { Detail } from '../../../kernel/http/problem.ts';
import { isFailed } from '../../../kernel/http/problem.ts';
import { isRecord } from '../../../kernel/std/records.ts';
import type { FoundPackage } from '../access.ts';
import { answered } from '../data/answered.ts';
import type { Refused } from '../data/data.ts';
import type { Asking, Federation } from '../data/needs.ts';
import { missingSystem } from '../data/own-package.ts';
import type { FoundPage } from '../data/page-file.ts';
import { bounded } from '../data/question.ts';
import { missing, overQuota } from '../errors.ts';
import type { Source } from '../package/definition.ts';
import { type SourceRow, sourceRows } from '../source/rows.ts';

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
  const found = await bounded(asking.signal, (signal) =>
    answered(handler, () => sourceRows(handler, variables, access.twin, { ...asking, signal }, of)),
  );
  if (isFailed(found)) return found;
  if (found.length > most) return [overQuota('rows', `There are more than ${most} rows.`)];
  const text = form === 'json' ? found.map((row) => JSON.stringify(row)).join(',\n') : found.map(itemOf).join('\n');
  if (Buffer.byteLength(text) > bytes) return [overQuota('size', `The rows take more than ${bytes / 1e6} MB.`)];
  return { rows: found.length, count: null, last: null, content: Readable.from([Buffer.from(text)]) };
}

const itemOf = (row: SourceRow): string => `<item>${xmlOf(row)}</item>`;

const xmlOf = (row: SourceRow): string =>
  Object.entries(row)
    .map(([name, value]) => element(identifierOf(name), value))
    .join('');

function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return `<${name} xsi:nil="true"/>`;
  if (Array.isArray(value)) return `<${name}>${value.map((one) => element('item', one)).join('')}</${name}>`;
  return `<${name}>${isRecord(value) ? xmlOf(value) : xmlText(String(value))}</${name}>`;
}
