import { randomUUID } from 'node:crypto';
import type { World } from '../../../../test/support/world.ts';
import type { Exception, Making, Mix, Verdicts, WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';

const newName = (what: string) => () => ({ displayName: unique(what) });
const newDocument = (purpose: string) => ({ displayName: unique('Manual'), extension: 'pdf', purpose });
const newWebLink = () => ({ displayName: unique('Guide'), uri: 'https://www.example.com/guide' });
const newComponent = () => ({ displayName: unique('Door'), state: 'Published' });
const newApplication = () => ({ displayName: unique('Editor'), version: '1' });

const make = (path: string, envelope: string, body: () => object) => async (m: Making) =>
  (await m.make(`POST /library/${path}`, body()))[envelope].id;
const below =
  (parent: 'Component' | 'Catalog', what: string, envelope: string, body: () => object) => async (m: Making) => {
    const id = await m.idOf(`library${parent}`);
    return (await m.make(`POST /library/${parent.toLowerCase()}s/${id}/${what}`, body()))[envelope].id;
  };

async function newBrand({ p, society }: Making): Promise<string> {
  const id = randomUUID();
  const brand = { id, displayName: unique('Brand'), organization: society.organizationId };
  await p.app.db.write((tx) => p.app.ports.library.ensureBrand(tx, brand));
  return id;
}

/** The id of a new job, which waits for its file. */
async function newJob({ p, society }: Making): Promise<string> {
  const answer = await p.call(society.administrator, 'POST /library/upload', { body: { fileName: 'door.rfa' } });
  return (answer.headers.get('location') ?? '').split('/').at(-1) ?? '';
}

const things: Required<WorldPart>['things'] = {
  libraryApplication: make('applications', 'application', newApplication),
  libraryCategory: make('categories', 'category', newName('Category')),
  libraryManufacturer: make('manufacturers', 'manufacturer', newName('Maker')),
  libraryCatalog: make('catalogs', 'catalog', newName('Catalog')),
  libraryComponent: make('components', 'component', newComponent),
  libraryComponentDocument: below('Component', 'documents', 'document', () => newDocument('Reference')),
  libraryCatalogDocument: below('Catalog', 'documents', 'document', () => newDocument('Reference')),
  libraryVariation: below('Component', 'variations', 'variation', newName('Wide')),
  libraryComponentWebLink: below('Component', 'weblinks', 'webLink', newWebLink),
  libraryCatalogWebLink: below('Catalog', 'weblinks', 'webLink', newWebLink),
  libraryBrand: newBrand,
  libraryJob: newJob,
};

function thingOf(path: string, parameter: string): string | undefined {
  const [, , place = ''] = path.split('/');
  const parent = place === 'catalogs' ? 'Catalog' : 'Component';
  const byParameter: Readonly<Record<string, string>> = {
    componentId: 'libraryComponent',
    catalogId: 'libraryCatalog',
    brandId: 'libraryBrand',
    variationId: 'libraryVariation',
    documentId: `library${parent}Document`,
    webLinkId: `library${parent}WebLink`,
  };
  const byPlace: Readonly<Record<string, string>> = {
    applications: 'libraryApplication',
    categories: 'libraryCategory',
    manufacturers: 'libraryManufacturer',
    catalogs: 'libraryCatalog',
    components: 'libraryComponent',
    jobs: 'libraryJob',
  };
  return parameter === 'id' ? byPlace[place] : byParameter[parameter];
}

const wholeComponent = async ({ idOf }: World) => ({
  ...newComponent(),
  application: await idOf('libraryApplication'),
  category: await idOf('libraryCategory'),
  manufacturer: await idOf('libraryManufacturer'),
  catalogs: [await idOf('libraryCatalog')],
  hashtags: ['wood'],
});
const property = { displayName: 'Weight', type: 'DoubleType', value: '12', unitOfMeasure: 'kg' };
const variation = () => ({ displayName: unique('Wide'), adHocProperties: [property] });
const reference = () => newDocument('Reference');

const bodies: Required<WorldPart>['bodies'] = {
  'library.createApplication': newApplication,
  'library.updateApplication': newApplication,
  'library.createCategory': newName('Category'),
  'library.updateCategory': newName('Category'),
  'library.createManufacturer': newName('Maker'),
  'library.updateManufacturer': newName('Maker'),
  'library.createCatalog': newName('Catalog'),
  'library.updateCatalog': newName('Catalog'),
  'library.createComponent': wholeComponent,
  'library.updateComponent': wholeComponent,
  'library.createComponentDocument': reference,
  'library.updateComponentDocument': reference,
  'library.createCatalogDocument': reference,
  'library.updateCatalogDocument': reference,
  'library.createComponentVariation': variation,
  'library.updateComponentVariation': variation,
  'library.createComponentWebLink': newWebLink,
  'library.updateComponentWebLink': newWebLink,
  'library.createCatalogWebLink': newWebLink,
  'library.updateCatalogWebLink': newWebLink,
  'library.importCatalog': () => ({ fileName: 'doors.zip' }),
  'library.uploadComponent': async (world) => {
    const { displayName: _d, state: _s, hashtags, ...references } = await wholeComponent(world);
    return { fileName: 'door.rfa', searchTags: hashtags, ...references };
  },
};

const because = "the library is that of the caller's organization, whatever twin they are in (library.md section 1)";
const ofAccount = (row: Verdicts): Exception => ({ row, because, at: 'account' });
const readers = ofAccount([404, 404, 'passes', 404, 'passes', 404]);
const changers = ofAccount([403, 403, 'passes', 403, 'passes', 403]);
/** Strangers without rights in their own library: they cannot tell whose an id is. */
const everybody: Verdicts = ['passes', 'passes', 'passes', 'passes', 'passes', 'passes'];

const words = ['Application', 'Category', 'Manufacturer', 'Catalog', 'Component'];
const children = ['CatalogDocument', 'CatalogWebLink', 'ComponentDocument', 'ComponentVariation', 'ComponentWebLink'];
const plural = (name: string) => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`);
const all = [...words, ...children];
const brands = ['Components', 'ComponentDocuments', 'ComponentVariations', 'ComponentWebLinks', 'Thumbnails'];
const table = <T>(names: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [`library.${name}`, value]));

const readNames = [
  ...all.flatMap((name) => [`get${name}`, `get${plural(name)}`]),
  'getJob',
  'getComponentPreview',
  'getComponentFacets',
  'getThumbnails',
];
const changeNames = [
  ...all.flatMap((name) => [`create${name}`, `update${name}`, `delete${name}`]),
  'uploadComponent',
  'downloadAnalytics',
  'exportCatalog',
  'importCatalog',
];

export const world: WorldPart = {
  things,
  shared: Object.keys(things),
  thingOf: (path, parameter) => (path.startsWith('/library/') ? thingOf(path, parameter) : undefined),
  bodies,
  queries: {
    // what happens meanwhile does not change it
    'library.downloadAnalytics': () => '?startDate=2020-01-01T00:00:00.000Z&endDate=2020-02-01T00:00:00.000Z',
  },
  exceptions: {
    ...table(readNames, readers),
    ...table(changeNames, changers),
    // library_upload besides
    'library.importCatalog': ofAccount([403, 403, 403, 403, 'passes', 403]),
    ...table(
      brands.map((name) => `getBrand${name}`),
      { row: everybody, because: 'brands are for everybody' },
    ),
  },
  due(operation, mix, administrates) {
    const [area, name = ''] = operation.split('.');
    if (area !== 'library') return undefined;
    if (name.startsWith('getBrand')) return dueOfBrand(mix, administrates);
    // colleagues see the Account of the library, but nothing in it
    if (!administrates) return name.startsWith('get') ? 404 : 403;
    if (mix === 'none') return 200;
    // what a body names is looked up in the own library
    const namesTheirs = name === 'createComponent' || name === 'uploadComponent' || mix === 'body';
    return namesTheirs ? 422 : 404;
  },
  open: ['libraryBrand', 'libraryComponent', 'libraryVariation', 'libraryComponentWebLink'],
};

/** A brand shows the components of its organization, to which the colleague belongs, and no others. */
const dueOfBrand = (mix: Mix, administrates: boolean): number =>
  administrates && (mix === 'own ids in their twin' || mix === 'ids in own twin') ? 422 : 200;
