import { Type } from 'typebox';
import { pageQuery, pagingLinks } from '../../../api/query/paging.ts';
import { compressions } from '../../../engines/tiles/params.ts';
import {
  anyCase,
  anyObject,
  anyText,
  arrayOf,
  boolean,
  dateTime,
  input,
  integer,
  line,
  link,
  number,
  oneOf,
  oneOfShapes,
  optional,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { requestableTypes } from '../types.ts';

const statuses = oneOf(['NotStarted', 'InProgress', 'Complete', 'Invalid'], 'The last two are final.');

const minimal = {
  id: uuid(),
  displayName: anyText('Name of the model.'),
  status: statuses,
  lastModified: dateTime('Of the last change of its status.'),
};

const metres = (description?: string) =>
  optional(number({ minimum: 0, description: `${description ?? 'Kept, without effect.'} Metres.` }));

const geometryOptions = Type.Object(
  {
    includeLines: optional(boolean('Kept, without effect.')),
    chordTol: metres(),
    angleTol: optional(number({ minimum: 0, description: 'Kept, without effect. Radians.' })),
    decimationTol: metres('How far a simplified surface may lie from the true one.'),
    maxEdgeLength: metres('Longer edges are divided.'),
    minBRepFeatureSize: metres('Smaller elements are left out.'),
    minLineStyleComponentSize: metres(),
    compression: optional(
      oneOf(compressions, 'Of tiles: `none` for viewers that know no extension of glTF; default meshopt.'),
    ),
  },
  { additionalProperties: true, title: 'GeometryOptions' },
);

const ids = (description: string) =>
  optional(Type.Array(Type.String({ pattern: '^0x[0-9a-fA-F]{1,16}$' }), { description }));

const viewDefinitionFilter = Type.Object(
  {
    models: ids('Partition models whose elements are wanted; absent: all.'),
    categories: ids('Categories whose elements are wanted; absent: all.'),
    neverDrawn: ids('Elements that are not.'),
  },
  { additionalProperties: true, title: 'ViewDefinitionFilter' },
);

const request = output(
  {
    modelId: uuid(),
    changesetId: anyText('40 hexadecimal digits.'),
    exportType: line({
      ...anyCase(requestableTypes),
      untrimmed: true,
      description: `One of ${requestableTypes.join(', ')}; in a list in the spelling of the request.`,
    }),
    geometryOptions: optional(anyObject('As given at start.')),
    viewDefinitionFilter: optional(oneOfShapes([viewDefinitionFilter], 'As given at start.')),
    exporterVersion: anyText('Of the exporter that makes it.'),
    currentExporterVersion: anyText('Of the exporter of this server.'),
    exportTypeVersion: anyText('Of the format.'),
    twinId: uuid('Twin of the model.'),
  },
  'ExportRequest',
);

const full = {
  request,
  error: optional(anyText('Why it is Invalid.')),
  _links: optional(output({ mesh: link })),
};

export const meshExport = output({ ...minimal, ...full }, 'MeshExport');
export const oneExport = output({ export: meshExport }, 'MeshExportResponse');

/** Minimal or full, as the Prefer header says. */
const listed = output({ ...minimal, ...full, request: optional(request) }, 'ListedMeshExport');
export const exportList = output({ exports: arrayOf(listed), _links: pagingLinks }, 'MeshExportsResponse');

const cdn = optional(
  integer({
    minimum: 0,
    maximum: 1,
    description: '1: mesh links through the content delivery network, if there is one.',
  }),
);

export const exportQuery = input({ cdn });
export const exportsQuery = input({
  modelId: optional(uuid('Absent: exports that the caller started.')),
  changesetId: optional(line({ description: 'Empty or absent: of every version.' })),
  exportType: optional(line({ ...anyCase(requestableTypes), description: 'In any case.' })),
  $orderBy: optional(oneOf(['date:asc', 'date:desc'], 'By lastModified; absent: newest version first.')),
  cdn,
  tileVersion: optional(integer({ description: 'Highest major version of the tile format that the client reads.' })),
  twinJS: optional(Type.String({ description: 'Version of the client; no effect.' })),
  ...pageQuery(),
});

export const exportParams = input({ id: uuid() });

export const exportStart = input(
  {
    modelId: uuid(),
    changesetId: optional(line({ description: 'Empty or absent: the newest that is imported.' })),
    exportType: optional(
      line({
        ...anyCase(requestableTypes),
        description: `One of ${requestableTypes.join(', ')}, in any case; default 3DTiles.`,
      }),
    ),
    geometryOptions: optional(geometryOptions),
    tilerConfig: optional(geometryOptions),
    viewDefinitionFilter: optional(viewDefinitionFilter),
  },
  'ExportStart',
);
