import { type Detail, type Failed, isFailed } from '../../../api/http/problem.ts';
import type { FoundPackage } from '../access.ts';
import { isDetails, openData, type Unopened } from '../data/open.ts';
import { type FoundPage, findPage } from '../data/page-file.ts';
import type { Asking, Federation } from '../deps.ts';
import { invalidParameter, invalidValue, missing, obsolete, overQuota } from '../errors.ts';
import { type Options, readOptions } from '../odata/options.ts';
import type { Refused } from '../query/open-data.ts';
import { PageTooLarge } from '../query/run-query.ts';
import type { Parameter } from '../tables.ts';
import { type ExecutionBounds, executeOwn } from './own.ts';

const mostTop = 10_000;

type Outcome = FoundPage | Refused | Failed<'InsufficientPermissions'> | readonly Detail[];

/** Executes a package with its variables: the rows, or what stands against it. */
export async function executePackage(
  found: FoundPackage,
  variables: readonly Parameter[],
  bounds: ExecutionBounds,
  asking: Asking,
  of: Federation,
): Promise<Outcome> {
  const given = new Map(variables.map(({ name, value }) => [name, value]));
  const { handler, projectStage } = found.resource;
  if (projectStage === 'Obsolete') return [obsolete];
  if (handler !== undefined) return withinBounds(() => executeOwn(found, handler, given, bounds, asking, of));
  const data = await openData(found, undefined, asking, of);
  if (data === undefined) throw new Error('Data without versions that are asked for is always there.');
  if (isDetails(data)) return data;
  if (isFailed(data)) return isGone(data) ? [invalidValue('uniqueName', 'The package has no data.')] : data;
  const name = given.get('entitySet');
  if (name === undefined || name === '') return [missing('entitySet')];
  const set = data.sets.find((one) => one.name === name);
  if (set === undefined) return [invalidValue('entitySet', `There is no entity set '${name.slice(0, 128)}'.`)];
  const options = optionsIn(given, set);
  if (!('select' in options)) return options;
  const { select, filter, order, top } = options;
  const limit = Math.min(top ?? bounds.rows, bounds.rows);
  const query = { columns: set.columns, select, filter, order, after: null, skip: 0, limit, count: false };
  return withinBounds(async () => {
    const page = await findPage(data, set, { ...query, form: bounds.form, bytes: bounds.bytes }, of);
    if (isFailed(page) || page.last === null || top !== undefined) return page;
    page.content.destroy();
    return [overQuota('rows', `There are more than ${bounds.rows} rows; ask for fewer with 'filter' or 'top'.`)];
  });
}

async function withinBounds(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PageTooLarge) return [overQuota('size', error.message)];
    throw error;
  }
}

const isGone = (failed: Unopened): failed is Failed<'SchemaNotFound'> => failed.problem.status === 404;

function optionsIn(
  given: ReadonlyMap<string, string>,
  set: Parameters<typeof readOptions>[1],
): Options | readonly Detail[] {
  const top = given.get('top');
  const wrongTop = top !== undefined && !(/^\d{1,5}$/.test(top.trim()) && Number(top) >= 1 && Number(top) <= mostTop);
  const options = readOptions(
    {
      select: given.get('select'),
      filter: given.get('filter'),
      orderby: given.get('orderby'),
      top: wrongTop ? undefined : top,
    },
    set,
    '',
  );
  if (!wrongTop) return options;
  const fault = invalidParameter('top', `The top value must be a whole number from 1 to ${mostTop}.`);
  return 'select' in options ? [fault] : [...options, fault];
}
