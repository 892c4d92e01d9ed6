import { Type } from 'typebox';
import {
  anyObject,
  arrayOf,
  input,
  integer,
  line,
  link,
  nullable,
  number,
  oneOf,
  optional,
  output,
} from '../../kernel/schema/shapes.ts';
import { box, id64, matrix } from './model.schema.ts';

const text = (description?: string) => Type.String(description === undefined ? {} : { description });
const counts = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 1 },
  description: 'Elements by class.',
});

export const elementMembers = {
  id: id64,
  globalId: text('GlobalId of the file, the second one of a file with `~2`.'),
  classId: id64,
  class: text('Entity of the file, e.g. IfcWallStandardCase.'),
  categoryId: id64,
  partitionId: id64,
  parentId: id64,
  containerId: id64,
  name: nullable(text()),
  box: optional(box),
};

const json = Type.Unsafe<unknown>({});
const propertySets = arrayOf(
  output({
    name: text(),
    of: oneOf(['element', 'type']),
    kind: oneOf(['properties', 'quantities']),
    properties: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: json }),
  }),
);

/** An element of a list; with `$select` it has what was asked for. */
export const elementRow = output(
  {
    id: optional(elementMembers.id),
    globalId: optional(elementMembers.globalId),
    classId: optional(elementMembers.classId),
    class: optional(elementMembers.class),
    categoryId: optional(elementMembers.categoryId),
    partitionId: optional(elementMembers.partitionId),
    parentId: optional(elementMembers.parentId),
    containerId: optional(elementMembers.containerId),
    name: optional(elementMembers.name),
    box: optional(box),
    propertySets: optional(propertySets),
  },
  'ElementRow',
);

const material = output({
  name: nullable(text()),
  category: optional(text()),
  thickness: optional(number({ description: "In the file's unit of length." })),
  fraction: optional(number()),
});

export const element = output(
  {
    ...elementMembers,
    subCategoryId: id64,
    tag: nullable(text()),
    placement: nullable(matrix),
    attributes: anyObject('Direct attributes but references.'),
    type: nullable(output({ globalId: text(), class: text(), name: nullable(text()) })),
    materials: arrayOf(
      output({
        kind: oneOf(['single', 'layers', 'constituents', 'profiles', 'list']),
        name: optional(text()),
        materials: arrayOf(material),
      }),
    ),
    classifications: arrayOf(output({ system: nullable(text()), code: nullable(text()), name: nullable(text()) })),
    propertySets,
    mesh: nullable(
      output({
        triangles: integer({ minimum: 0 }),
        area: number({ description: 'm²' }),
        volume: number({ description: 'm³; only of a closed mesh the volume of the body.' }),
      }),
    ),
    layers: arrayOf(text()),
    colors: arrayOf(text('#rrggbbaa')),
  },
  'Element',
);

export const oneElement = output({ element }, 'ElementResponse');
export const elementList = output(
  { elements: arrayOf(elementRow), _links: output({ self: link, next: optional(link) }) },
  'ElementsResponse',
);

const changesetId = optional(line({ description: 'Absent: the newest that is Ready.' }));
export const ofChangeset = input({ changesetId });
export const elementsQuery = input({
  changesetId,
  $filter: optional(line({ exact: true, max: 4000, description: 'On the members of the answer but box.' })),
  $search: optional(line({ exact: true, description: 'A part of name, tag or GlobalId.' })),
  $select: optional(
    line({
      description:
        'Members of the answer, comma separated. `propertySets` only comes when it is named; such a page has at most 1000 elements.',
    }),
  ),
  $top: optional(integer({ minimum: 1, maximum: 10_000, description: 'Items in one page, at most 10000.' })),
  continuationToken: optional(Type.String({ maxLength: 2000 })),
});

export const tree = output(
  {
    project: nullable(output({ globalId: text(), name: nullable(text()) })),
    children: arrayOf(
      output(
        {
          id: id64,
          globalId: text(),
          class: text(),
          name: nullable(text()),
          counts,
          children: arrayOf(anyObject('Nodes of the same form.')),
        },
        'TreeNode',
      ),
    ),
    counts,
  },
  'SpatialTree',
);
export const oneTree = output({ tree }, 'TreeResponse');
