import {
  anyText,
  arrayOf,
  boolean,
  csv,
  dateTime,
  input,
  instant,
  integer,
  line,
  link,
  number,
  oneOf,
  optional,
  optionalNullable,
  output,
  paragraphs,
  signedLink,
  uuid,
} from '../../kernel/schema/shapes.ts';
import { classifications } from './types.ts';

const longest = 1024;
const point = { latitude: number({ minimum: -90, maximum: 90 }), longitude: number({ minimum: -180, maximum: 180 }) };
const kept = optional;

const properties = {
  dataset: kept(anyText()),
  group: kept(anyText()),
  description: kept(anyText()),
  attribution: kept(anyText()),
  termsOfUse: kept(anyText()),
};

const acquisition = output(
  { startDateTime: dateTime(), endDateTime: kept(dateTime()), acquirer: kept(anyText()) },
  'RealityDataAcquisition',
);
const extent = output(
  { southWest: output(point, 'RealityDataPoint'), northEast: output(point, 'RealityDataPoint') },
  'RealityDataExtent',
);
const crs = output({ id: anyText('EPSG code.'), verticalId: kept(anyText()) }, 'RealityDataCrs');

const short = { id: uuid(), displayName: anyText(), type: anyText('In the spelling of this API.') };

const details = {
  classification: oneOf(classifications),
  ...properties,
  tags: arrayOf(anyText()),
  rootDocument: kept(anyText('The file that a viewer opens, relative to the container.')),
  size: integer({ description: 'KB, rounded up.' }),
  acquisition: kept(acquisition),
  extent: kept(extent),
  crs: kept(crs),
  authoring: boolean('It is still being made: nothing is shown of it.'),
  dataCenterLocation: anyText(),
  ownerId: anyText(),
  createdDateTime: dateTime(),
  modifiedDateTime: dateTime(),
  lastAccessedDateTime: dateTime(),
};

export const realityData = output({ ...short, ...details }, 'RealityData');
export const oneData = output({ realityData }, 'RealityDataResponse');

/** Short or whole, as the Prefer header says. */
const listed = output(
  {
    ...short,
    ...details,
    classification: kept(details.classification),
    tags: kept(details.tags),
    size: kept(details.size),
    authoring: kept(details.authoring),
    dataCenterLocation: kept(details.dataCenterLocation),
    ownerId: kept(details.ownerId),
    createdDateTime: kept(details.createdDateTime),
    modifiedDateTime: kept(details.modifiedDateTime),
    lastAccessedDateTime: kept(details.lastAccessedDateTime),
  },
  'ListedRealityData',
);
export const dataList = output(
  { realityData: arrayOf(listed), _links: kept(output({ next: link }, 'RealityDataLinks')) },
  'RealityDataListResponse',
);

const text = (description?: string) =>
  optionalNullable(line({ max: longest, ...(description ? { description } : {}) }));

const writable = {
  classification: optionalNullable(oneOf(classifications)),
  dataset: text(),
  group: text(),
  description: optionalNullable(paragraphs({ max: longest })),
  attribution: text(),
  termsOfUse: optionalNullable(paragraphs({ max: longest })),
  tags: optionalNullable(arrayOf(line({ min: 1, max: 64 }), { maxItems: 50 })),
  rootDocument: text('Found in the content when it is not given.'),
  acquisition: optionalNullable(
    input(
      { startDateTime: instant(), endDateTime: optionalNullable(instant()), acquirer: text() },
      'RealityDataAcquisitionInput',
    ),
  ),
  extent: optionalNullable(
    input(
      { southWest: input(point, 'RealityDataPointInput'), northEast: input(point, 'RealityDataPointInput') },
      'RealityDataExtentInput',
    ),
  ),
  crs: optionalNullable(
    input({ id: line({ min: 1, max: longest, description: 'EPSG code.' }), verticalId: text() }, 'RealityDataCrsInput'),
  ),
  authoring: optionalNullable(boolean('It is still being made: nothing is shown of it.')),
  ownerId: optionalNullable(uuid('A member of the twin.')),
};

const name = line({ min: 1, max: 256 });
const type = line({ min: 1, max: 64, description: 'In any case; `Unstructured`: found in the content.' });

export const dataCreate = input(
  {
    twinId: uuid(),
    displayName: name,
    type,
    storageItemId: optionalNullable(
      line({
        max: 200,
        description: 'A folder or file of Storage that becomes reality data, in place of a new folder.',
      }),
    ),
    ...writable,
  },
  'RealityDataCreate',
);

export const dataUpdate = input(
  {
    twinId: optionalNullable(uuid('Through which twin it is meant.')),
    displayName: optional(name),
    type: optional(type),
    ...writable,
  },
  'RealityDataUpdate',
);

const range = optional(line({ description: '`start/end`; either may be left out.' }));

export const listQuery = input({
  twinId: optional(uuid('Own and associated ones of this twin; absent: of all twins that one is a member of.')),
  $top: optional(integer({ minimum: 1, maximum: 1000, description: 'Items in one page, at most 1000; default 100.' })),
  continuationToken: optional(line()),
  $orderBy: optional(line({ description: '`<property> [asc|desc]`; default displayName.' })),
  $search: optional(line({ max: longest })),
  types: optional(csv(line())),
  extent: optional(line({ description: '`west,south,east,north` in degrees: what overlaps it.' })),
  acquisitionDateTime: range,
  createdDateTime: range,
  modifiedDateTime: range,
  lastAccessedDateTime: range,
  ownerId: optional(uuid()),
  dataCenter: optional(line()),
  tag: optional(line()),
});

export const dataParams = input({ id: uuid() });
export const dataTwinParams = input({ id: uuid(), twinId: uuid() });
export const dataMove = input({ twinId: uuid('The twin to which it moves.') }, 'RealityDataMove');
export const pictureQuery = input({
  name: line({
    max: 4096,
    description: 'Of the file, in its folders, `/`-separated.',
    examples: ['flight/DJI_0001.tif'],
  }),
  widest: optional(
    integer({ minimum: 16, maximum: 16_384, description: 'Pixels in width and height at most; default 2048.' }),
  ),
  twinId: optional(uuid('Through which twin it is meant.')),
});
export const throughTwin = input({ twinId: optional(uuid('Through which twin it is meant.')) });

export const accessAnswer = output(
  {
    type: oneOf(['BlobSasUrl']),
    access: oneOf(['Read', 'Write']),
    _links: output({ containerUrl: signedLink }),
  },
  'RealityDataAccess',
);
export const twinsAnswer = output({ twins: arrayOf(uuid()) }, 'RealityDataTwins');
export const associationAnswer = output(
  { twinAssociation: output({ id: uuid(), twinId: uuid() }, 'RealityDataAssociation') },
  'RealityDataAssociationResponse',
);
