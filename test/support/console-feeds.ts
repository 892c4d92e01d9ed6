import pg from 'pg';
import { newRole } from '../../src/areas/federation/testing/fixture.ts';
import { houseFile, imported, newModel } from '../../src/areas/models/testing/files.ts';
import { newFile, newFolder, rootOf } from '../../src/areas/storage/testing/fixture.ts';
import type { ConsolePlatform } from './console.ts';
import type { Person } from './platform.ts';

/** A twin with a model, tables and a role for analysts, whose service application has no package yet. */
export async function feedsWorld(p: ConsolePlatform) {
  const { ada } = p;
  const { id: twinId } = await p.twin(ada, { displayName: 'Water works north' });
  const root = await rootOf(p, ada, twinId);
  const { id: model } = await newModel(p, ada, root, 'house.ifc', houseFile(5));
  await imported(p, ada, model);
  const tables = await newFolder(p, ada, root, 'Tables');
  const rows = Array.from({ length: 250 }, (_, at) => `P-${at + 1};${(at + 1) / 10};2024-02-${(at % 28) + 1};Pump`);
  await newFile(p, ada, tables, 'assets.csv', `Serial no;Cost;Built;Kind\n${rows.join('\n').replaceAll('.', ',')}\n`);
  await newFile(p, ada, tables, 'broken.xlsx', 'no workbook');
  const service: Person = await p.person({ organizationId: ada.organizationId, service: true });
  await newRole({ p, owner: ada }, twinId, 'Analysts', ['models_read', 'storage_read'], [service]);
  return { twinId, service };
}

/** Credentials of a database in which a plant keeps its pumps. */
export async function plantDatabase(address: string) {
  const url = new URL(address);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`CREATE TABLE pumps (id int PRIMARY KEY, name text, flow float8);
    INSERT INTO pumps SELECT n, 'Pump ' || n, n / 4.0 FROM generate_series(1, 120) n`);
  await client.end();
  const { hostname, port, pathname, username, password } = url;
  return {
    hostname,
    port,
    database: pathname.slice(1),
    user: username,
    password: decodeURIComponent(password) || 'none',
  };
}
