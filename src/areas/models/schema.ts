import { Type } from 'typebox';
import { pageQuery, pagingLinks } from '../../api/query/paging.ts';
import {
  anyText,
  arrayOf,
  dateTime,
  input,
  integer,
  line,
  link,
  nullable,
  number,
  oneOf,
  optional,
  output,
  uuid,
} from '../../kernel/schema/shapes.ts';
import { propertySets } from './property-sets/schema.ts';

export const id64 = Type.String({
  pattern: '^(0|0x[0-9a-f]+)$',
  examples: ['0x20000000001'],
  description: 'Id in the model; 0 for none.',
});
const point = arrayOf(Type.Number(), { minItems: 3, maxItems: 3 });
export const box = output({ low: point, high: point }, 'Box');
export const matrix = arrayOf(Type.Number(), { minItems: 16, maxItems: 16 });

const states = oneOf(['Importing', 'Ready', 'Failed'], 'Of an import.');
const fault = output(
  { line: optional(integer({ minimum: 1, description: 'Of the file.' })), reason: anyText() },
  'ImportFault',
);

export const model = output(
  {
    id: uuid('GUID of the file.'),
    twinId: uuid(),
    displayName: anyText('Name of the file.'),
    state: states,
    progress: nullable(number({ minimum: 0, maximum: 100, description: 'Of the import of the newest changeset.' })),
    error: optional(fault),
    changesetCount: integer({ minimum: 1 }),
    latestChangesetId: optional(anyText('The newest that is Ready; what follows describes it.')),
    extents: nullable(box),
    ecefTransform: optional(matrix),
    elementCount: nullable(integer({ minimum: 0 })),
    fileId: anyText(),
    classes: arrayOf(
      output({ id: id64, name: anyText(), categoryId: id64, subCategoryId: id64, count: integer({ minimum: 1 }) }),
    ),
    partitions: arrayOf(output({ id: id64, name: anyText(), extents: optional(box) })),
    _links: output({ self: link, changesets: link, file: link }),
  },
  'Model',
);

export const oneModel = output({ model }, 'ModelResponse');
export const modelList = output({ models: arrayOf(model), _links: pagingLinks }, 'ModelsResponse');
export const modelsQuery = input({
  twinId: line({ min: 1, description: 'Required.' }),
  $search: optional(line({ untrimmed: true, description: 'A part of the name.' })),
  ...pageQuery(),
});

const changesetMembers = {
  id: Type.String({ pattern: '^[0-9a-f]{40}$', examples: ['5ab4b5d0c1b2c0a8e5bf1a9d3f1c2e7d8a906b4c'] }),
  index: integer({ minimum: 1 }),
  parentId: anyText('Empty for the first.'),
  pushDateTime: dateTime(),
  displayName: anyText('Name of the file when it was uploaded.'),
  description: nullable(anyText()),
  creatorId: uuid(),
  size: integer({ minimum: 0, description: 'Bytes.' }),
  elementCount: nullable(integer({ minimum: 0 })),
  state: states,
  error: optional(fault),
};
const changesetLinks = { self: link, model: link, file: link };
const issue = output({
  line: optional(integer({ minimum: 1 })),
  globalId: optional(anyText()),
  message: anyText(),
});

const typeSummary = output({
  globalId: anyText(),
  class: anyText(),
  name: nullable(anyText()),
  elementCount: integer({ minimum: 0, description: 'Elements of the type; a library of a maker may have none.' }),
  hasShape: Type.Boolean(),
  propertySets,
});

export const changeset = output({ ...changesetMembers, _links: output(changesetLinks) }, 'Changeset');
export const changesetDetail = output(
  {
    ...changesetMembers,
    report: nullable(
      output(
        {
          schema: anyText('IFC2X3, IFC4 or IFC4X3.'),
          meshes: integer({ minimum: 0 }),
          triangles: integer({ minimum: 0 }),
          geometryRefused: optional(anyText('Why there is no geometry although there are shapes.')),
          issueCount: integer({ minimum: 0 }),
          issues: arrayOf(issue, { maxItems: 1000 }),
          typeCount: optional(integer({ minimum: 0 })),
          propertySetCount: optional(integer({ minimum: 0 })),
          types: optional(arrayOf(typeSummary, { maxItems: 1000 })),
        },
        'ImportReport',
      ),
    ),
    _links: output({ ...changesetLinks, content: optional(link) }),
  },
  'ChangesetDetail',
);
export const changesetList = output({ changesets: arrayOf(changeset), _links: pagingLinks }, 'ChangesetsResponse');
export const oneChangeset = output({ changeset: changesetDetail }, 'ChangesetResponse');
export const pagesQuery = input(pageQuery());
