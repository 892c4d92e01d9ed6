import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { servedApis } from '../../src/start/served-apis.ts';
import { inventory } from '../support/inventory.ts';

interface Operation {
  readonly api: string;
  readonly version: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
}

/** The operations the platform must serve, each once, as its specification names them. */
const expected: Operation[] = inventory('operations').map(
  ([api = '', version = '', method = '', path = '', title = '']) => ({ api, version, method, path, title }),
);

const shown = ({ api, version, method, path, title }: Operation) => `${api} ${version} ${method} ${path} (${title})`;

describe('served operations', () => {
  it('are exactly the expected ones, with their titles and parameter names', async () => {
    const served = (await servedApis()).flatMap((api) =>
      api.endpoints.map(({ method, path, title }) =>
        shown({
          api: api.title,
          version: `v${api.version}`,
          method,
          path: (api.at === 'auth' ? '{auth_url}' : '') + path,
          title,
        }),
      ),
    );
    const ofApis = expected.filter((operation) => operation.api !== 'Authorization server').map(shown);
    assert.deepEqual(served.sort(), ofApis.sort());
  });

  it('have unique ids', async () => {
    const ids = (await servedApis()).flatMap((api) => api.endpoints.map((endpoint) => endpoint.id));
    assert.equal(new Set(ids).size, ids.length);
  });
});
