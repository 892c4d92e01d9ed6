import { problem } from '../../api/http/problem.ts';

/** Refusals of the Library API (library.md section 4): 404 and 409 have no details. */
const absent = <C extends string>(code: C, name: string) =>
  problem(404, `${code}NotFound` as const, `Requested ${name} is not available.`);
const taken = <C extends string>(code: C, what: string) =>
  problem(409, `${code}Exists` as const, `${what} already exists.`, 'displayName');
export const invalid = <C extends string>(code: C, message = 'Cannot perform operation.') =>
  problem(422, `Invalid${code}Request` as const, message);

const inOrganization = (what: string) => `${what} with the same name already exists within the organization`;
const takenName = <C extends string>(code: C, what: string) =>
  problem(409, `${code}Exists` as const, `${inOrganization(what)}.`, 'displayName');

export const applications = {
  absent: absent('Application', 'Application'),
  allAbsent: absent('Applications', 'Applications'),
  taken: problem(
    409,
    'ApplicationExists',
    'Application with the same name and version already exists within the organization.',
    'displayName',
  ),
  invalidCreate: invalid('CreateApplication', 'Cannot create application.'),
  invalidUpdate: invalid('UpdateApplication', 'Cannot update application.'),
  invalidList: invalid('Applications'),
};

export const categories = {
  absent: absent('Category', 'Category'),
  allAbsent: absent('Categories', 'Categories'),
  taken: takenName('Category', 'Category'),
  invalidCreate: invalid('CreateCategory', 'Cannot create category.'),
  invalidUpdate: invalid('UpdateCategory', 'Cannot update category.'),
  invalidList: invalid('Categories'),
};

export const manufacturers = {
  absent: absent('Manufacturer', 'Manufacturer'),
  allAbsent: absent('Manufacturers', 'Manufacturers'),
  taken: takenName('Manufacturer', 'Manufacturer'),
  invalidCreate: invalid('CreateManufacturer', 'Cannot create manufacturer.'),
  invalidUpdate: invalid('UpdateManufacturer', 'Cannot update manufacturer.'),
  invalidList: invalid('Manufacturers'),
};

export const catalogs = {
  absent: absent('Catalog', 'Catalog'),
  allAbsent: absent('Catalogs', 'Catalogs'),
  taken: takenName('Catalog', 'Catalog'),
  invalidCreate: invalid('CreateCatalog', 'Cannot create catalog.'),
  invalidUpdate: invalid('UpdateCatalog', 'Cannot update catalog.'),
  invalidList: invalid('Catalogs'),
};

export const components = {
  absent: absent('Component', 'Component'),
  allAbsent: absent('Components', 'Components'),
  invalidCreate: invalid('CreateComponent', 'Cannot create component.'),
  invalidUpdate: invalid('UpdateComponent', 'Cannot update component.'),
  invalidList: invalid('Components'),
};

const sameDocument = 'with the same name, extension and version';

export const componentDocuments = {
  absent: absent('ComponentDocument', 'Component Document'),
  allAbsent: absent('ComponentDocuments', 'Component Documents'),
  taken: taken('ComponentDocument', `Component Document ${sameDocument}`),
  invalidList: invalid('ComponentDocuments'),
};

export const catalogDocuments = {
  absent: absent('CatalogDocument', 'Catalog Document'),
  allAbsent: absent('CatalogDocuments', 'Catalog Documents'),
  taken: taken('CatalogDocument', `Catalog Document ${sameDocument}`),
};

export const invalidDocument = invalid('Document');

export const variations = {
  absent: absent('ComponentVariation', 'Component Variation'),
  allAbsent: absent('ComponentVariations', 'Component Variations'),
  invalid: invalid('Variation'),
  invalidList: invalid('ComponentVariations'),
};

export const newWebLinkTaken = taken('WebLink', 'WebLink with the same name');
export const invalidWebLink = invalid('WebLink');

export const componentWebLinks = {
  absent: absent('ComponentWebLink', 'Component WebLink'),
  allAbsent: absent('ComponentWebLinks', 'Component WebLinks'),
  taken: taken('ComponentWebLink', 'Component WebLink with the same name'),
  invalidList: invalid('ComponentWeblinks'),
};

export const catalogWebLinks = {
  absent: absent('CatalogWebLink', 'Catalog WebLink'),
  allAbsent: absent('CatalogWebLinks', 'Catalog WebLinks'),
  taken: taken('CatalogWebLink', 'Catalog WebLink with the same name'),
};

export const invalidUpload = invalid('UploadComponent', 'Cannot upload component.');
export const invalidImport = invalid('ImportCatalog', 'Cannot import catalog.');
export const jobNotFound = absent('Job', 'Job');

export const brandNotFound = absent('Brand', 'Brand');
export const invalidBrandComponents = invalid('BrandComponents');
export const invalidBrandThumbnails = invalid('BrandThumbnails');
export const invalidBrandDocuments = invalid('BrandComponentDocuments');
export const invalidBrandVariations = invalid('BrandComponentVariations');
export const invalidBrandWebLinks = invalid('BrandComponentWeblinks');

export const invalidAnalytics = invalid('DownloadAnalytics');
