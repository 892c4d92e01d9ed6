import { Type } from 'typebox';
import {
  anyObject,
  anyText,
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
} from '../../../kernel/schema/shapes.ts';
import { propertySets } from '../property-sets/schema.ts';
import { box, id64, matrix } from '../schema.ts';

const counts = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer', minimum: 1 },
  description: 'Elements by class.',
});

export const elementMembers = {
  id: id64,
  globalId: anyText('GlobalId of the file, the second one of a file with `~2`.'),
  classId: id64,
  class: anyText('Entity of the file, e.g. IfcWallStandardCase.'),
  categoryId: id64,
  partitionId: id64,
  parentId: id64,
  containerId: id64,
  name: nullable(anyText()),
  box: optional(box),
};

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
  name: nullable(anyText()),
  category: optional(anyText()),
  thickness: optional(number({ description: "In the file's unit of length." })),
  thicknessUnit: optional(anyText('Of the thickness, `mm`.')),
  fraction: optional(number()),
});

export const element = output(
  {
    ...elementMembers,
    subCategoryId: id64,
    tag: nullable(anyText()),
    placement: nullable(matrix),
    attributes: anyObject('Direct attributes but references.'),
    attributeUnits: optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'The units of the attributes that have one.',
      }),
    ),
    type: nullable(output({ globalId: anyText(), class: anyText(), name: nullable(anyText()) })),
    materials: arrayOf(
      output({
        kind: oneOf(['single', 'layers', 'constituents', 'profiles', 'list']),
        name: optional(anyText()),
        materials: arrayOf(material),
      }),
    ),
    classifications: arrayOf(
      output({ system: nullable(anyText()), code: nullable(anyText()), name: nullable(anyText()) }),
    ),
    propertySets,
    mesh: nullable(
      output({
        triangles: integer({ minimum: 0 }),
        area: number({ description: 'm²' }),
        volume: number({ description: 'm³; only of a closed mesh the volume of the body.' }),
      }),
    ),
    layers: arrayOf(anyText()),
    colors: arrayOf(anyText('#rrggbbaa')),
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
  $filter: optional(line({ untrimmed: true, max: 4000, description: 'On the members of the answer but box.' })),
  $search: optional(line({ untrimmed: true, description: 'A part of name, tag or GlobalId.' })),
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
    project: nullable(output({ globalId: anyText(), name: nullable(anyText()) })),
    children: arrayOf(
      output(
        {
          id: id64,
          globalId: anyText(),
          class: anyText(),
          name: nullable(anyText()),
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
