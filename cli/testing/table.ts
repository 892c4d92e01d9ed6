import { servedApis } from '../../src/start/served-apis.ts';
import { tableOf } from '../build/table.ts';
import type { Table } from '../src/table.ts';

/** The table of what the sources serve, as the build would write it. */
export async function tableOfSources(): Promise<Table> {
  const { index, areas } = tableOf(await servedApis(), '1.2.3');
  return { index, area: (name) => areas.get(name) ?? [] };
}
