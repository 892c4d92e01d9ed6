import assert from 'node:assert/strict';
import { fileText, made } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const whole = { Prefer: 'return=representation' };
const below = 'GET /library/brands/{brand}/components/{component}';
const wrong = (target: string) => [{ code: 'InvalidValue', message: `Provided ${target} value is not valid.`, target }];

export const brandScenarios: readonly Scenario[] = [
  {
    name: 'brands, for everybody',
    call: 'GET /library/brands',
    as: 'stranger',
    status: 200,
    proves: ({ body }, { brand }) => {
      const own = body.brands.filter(({ id }: { id: string }) => id === brand);
      assert.deepEqual(own, [{ id: brand, displayName: 'Acme doors' }]);
      assert.deepEqual(Object.keys(body), ['brands']);
    },
  },
  {
    name: 'whole brands',
    call: 'GET /library/brands',
    as: 'stranger',
    headers: whole,
    status: 200,
    proves: ({ body }, { brand }) => {
      const [own] = body.brands.filter(({ id }: { id: string }) => id === brand);
      assert.deepEqual([own.isAvailable, own.isOwned, own.isPartnership], [true, false, true]);
    },
  },
  { name: 'brands for no one', call: 'GET /library/brands', status: 401 },
  {
    name: 'a brand of the own organization',
    call: 'GET /library/brands/{brand}',
    as: 'nobody',
    status: 200,
    proves: ({ body }) => assert.deepEqual([body.brand.isOwned, body.brand.description], [true, undefined]),
  },
  {
    name: 'an unknown brand',
    call: 'GET /library/brands/{unknown}',
    as: 'nobody',
    status: 404,
    code: 'BrandNotFound',
    proves: ({ body }) => assert.equal(body.error.message, 'Requested Brand is not available.'),
  },
  { name: 'a brand for no one', call: 'GET /library/brands/{brand}', status: 401 },
  {
    name: 'what a brand shows',
    call: 'GET /library/brands/{brand}/components?$search=door',
    as: 'stranger',
    status: 200,
    proves: ({ body }, { p, brand, component }) => {
      assert.deepEqual(body.components, [{ id: component, displayName: 'Door' }]);
      const address = `${p.baseUrl}/library/brands/${brand}/components`;
      assert.equal(body._links.self.href, `${address}?$search=door&$skip=0&$top=100`);
    },
  },
  {
    name: 'what a brand shows, whole',
    call: 'GET /library/brands/{brand}/components',
    as: 'stranger',
    headers: whole,
    status: 200,
    proves: ({ body }) => {
      assert.equal(body.components.length, 1, 'drafts are not shown');
      assert.deepEqual([body.components[0]._links, body.components[0].supportedFileTypes], [undefined, ['RFA']]);
    },
  },
  {
    name: 'what an unknown brand shows',
    call: 'GET /library/brands/{unknown}/components',
    as: 'stranger',
    status: 422,
    code: 'InvalidBrandComponentsRequest',
    proves: ({ body }) => assert.deepEqual(body.error.details, wrong('brandId')),
  },
  {
    name: 'what a brand shows on a page that is none',
    call: 'GET /library/brands/{brand}/components?$top=0&$skip=-1',
    as: 'stranger',
    status: 422,
    targets: ['$skip', '$top'],
  },
  { name: 'what a brand shows for no one', call: 'GET /library/brands/{brand}/components', status: 401 },
  {
    name: 'documents of what a brand shows',
    call: `${below}/documents`,
    as: 'stranger',
    status: 200,
    async proves({ body, headers }, { p, design }) {
      assert.deepEqual([body.documents.length, body.documents[0].id], [1, design], 'only those with a file');
      assert.deepEqual(Object.keys(body.documents[0]._links), ['fileUrl']);
      assert.equal((await p.call(undefined, `GET ${body.documents[0]._links.fileUrl.href}`)).body, fileText);
      assert.equal(headers.get('cache-control'), 'no-store');
    },
  },
  {
    name: 'variations of what a brand shows',
    call: `${below}/variations`,
    as: 'stranger',
    status: 200,
    proves: ({ body }) =>
      assert.deepEqual([body.variations[0].displayName, body.variations[0]._links], ['Wide', undefined]),
  },
  {
    name: 'web links of what a brand shows',
    call: `${below}/weblinks`,
    as: 'stranger',
    status: 200,
    proves: ({ body }) => assert.equal(body.webLinks[0].displayName, 'Guide'),
  },
  ...(['documents', 'variations', 'weblinks'] as const).flatMap((what): Scenario[] => {
    const code = `InvalidBrandComponent${what.charAt(0).toUpperCase()}${what.slice(1)}Request`;
    return [
      {
        name: `${what} of an unknown brand`,
        call: `GET /library/brands/x/components/{component}/${what}`,
        as: 'stranger',
        status: 422,
        code,
        proves: ({ body }) => assert.deepEqual(body.error.details, wrong('brandId')),
      },
      ...(['{draft}', '{strangerComponent}', 'x'] as const).map(
        (component): Scenario => ({
          name: `${what} of what the brand does not show, ${component}`,
          call: `GET /library/brands/{brand}/components/${component}/${what}`,
          as: 'admin',
          status: 422,
          code,
          proves: ({ body }) => assert.deepEqual(body.error.details, wrong('componentId')),
        }),
      ),
      { name: `${what} of a brand for no one`, call: `${below}/${what}`, status: 401 },
    ];
  }),
  {
    name: 'a brand without anything that is published',
    call: 'PUT /library/components/{component}',
    as: 'writer',
    body: { displayName: 'Door', state: 'Archived' },
    status: 200,
    async proves(_answer, { p, stranger, brand }) {
      assert.equal((await made(p, stranger, `GET /library/brands/${brand}`)).brand.isAvailable, false);
      assert.deepEqual((await made(p, stranger, `GET /library/brands/${brand}/components`)).components, []);
    },
  },
  {
    name: 'pictures of what a brand shows',
    call: 'GET /library/brands/{brand}/thumbnails?components={component},{draft},{strangerComponent},{unknown}',
    as: 'stranger',
    status: 200,
    proves: ({ body, headers }, { component }) => {
      assert.deepEqual(body.thumbnails, [{ id: component, state: 'None', _links: { thumbnail: null } }]);
      assert.equal(headers.get('cache-control'), 'no-store');
    },
  },
  {
    name: 'pictures of an unknown brand',
    call: 'GET /library/brands/{unknown}/thumbnails?components={component}',
    as: 'stranger',
    status: 422,
    code: 'InvalidBrandThumbnailsRequest',
    proves: ({ body }) => assert.deepEqual(body.error.details, wrong('brandId')),
  },
  {
    name: 'pictures of a brand for what is no id',
    call: 'GET /library/brands/{brand}/thumbnails?components=x',
    as: 'stranger',
    status: 422,
    code: 'InvalidBrandThumbnailsRequest',
  },
  { name: 'pictures of a brand for no one', call: 'GET /library/brands/{brand}/thumbnails', status: 401 },
];
