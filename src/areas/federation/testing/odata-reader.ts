import assert from 'node:assert/strict';
import odata from '@odata/client';
import { parse } from '@sap-ux/edmx-parser';
import { requireSuccess } from '../../../../test/support/platform.ts';
import { atTwin, type placeOf } from './fixture.ts';

type Place = Awaited<ReturnType<typeof placeOf>>;
export type Row = Readonly<Record<string, unknown>>;
interface Described {
  readonly name: string;
  readonly keys: readonly { readonly name: string }[];
  readonly entityProperties: readonly { readonly name: string; readonly type: string }[];
}

const jsTypes: Readonly<Record<string, string>> = {
  'Edm.String': 'string',
  'Edm.Guid': 'string',
  'Edm.Date': 'string',
  'Edm.DateTimeOffset': 'string',
  'Edm.Int32': 'number',
  'Edm.Int64': 'number',
  'Edm.Double': 'number',
  'Edm.Boolean': 'boolean',
  'Edm.Decimal': 'number',
};

/** The feed of a package, as its service application reads it. */
export async function feedOf({ p, service, twinId }: Place, name: string) {
  const base = `${atTwin(twinId)}/packages/${name}/odata/`;
  const serviceEndpoint = p.address + base;
  const credential = { username: service.clientId, password: 'secret' };
  const client = odata.OData.New4({ serviceEndpoint, credential });
  const answer = await p.call(service, `GET ${atTwin(twinId)}/packages/${name}/odata/$metadata`);
  const { schema }: { schema: { entityTypes: readonly Described[] } } = parse(requireSuccess(answer));
  /** All rows of a set, by the links from page to page. */
  const all = async (set: string): Promise<Row[]> => {
    const rows: Row[] = [];
    let page = await client.newRequest<Row>({ collection: set, method: 'GET' });
    for (;;) {
      rows.push(...(page.value ?? []));
      const next: unknown = Reflect.get(page, '@odata.nextLink');
      if (typeof next !== 'string') return rows;
      const collection = next.slice(next.indexOf(base) + base.length);
      page = await client.newRequest<Row>({ collection, method: 'GET' });
    }
  };
  return { client, all, types: schema.entityTypes };
}

/** Everything that a feed holds, set by set, as its metadata says it is. */
export async function checkAll(place: Place, name: string): Promise<ReadonlyMap<string, number>> {
  const { client, all, types } = await feedOf(place, name);
  const sizes = new Map<string, number>();
  for (const { name: type, keys, entityProperties } of types) {
    const set = type.replace(/Type$/, '');
    const rows = await all(set);
    sizes.set(set, rows.length);
    assert.equal(await client.getEntitySet(set).count(), rows.length, set);
    const distinct = new Set(rows.map((row) => JSON.stringify(keys.map((key) => row[key.name]))));
    assert.equal(distinct.size, rows.length, `${set}: keys tell rows apart`);
    for (const row of rows) {
      const wrong = entityProperties.find((one) => {
        const value = row[one.name];
        return value !== null && typeof value !== jsTypes[one.type];
      });
      assert.equal(wrong, undefined, `${set}: ${JSON.stringify(row)}`);
    }
  }
  return sizes;
}
