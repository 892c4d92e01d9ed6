import { type Static, Type } from 'typebox';
import {
  anyText,
  arrayOf,
  dateTime,
  input,
  integer,
  line,
  link,
  optional,
  optionalNullable,
  output,
  paragraphs,
  uuid,
} from '../../../kernel/schema/shapes.ts';

const named = (description: string) => line({ min: 1, max: 255, description });
const materialColumn = { nameColumn: named('Column with the name of a material.') };
const labelColumns = {
  name: named('What the rows are called in the result.'),
  elementNameColumn: named('Column with the name of the element.'),
  elementQuantityColumn: named('Column with its quantity.'),
};
const columns = arrayOf(input(materialColumn), { minItems: 1, maxItems: 100 });

/** Of either form; `labelFaults` tells them apart. */
const label = input(
  {
    ...labelColumns,
    materials: columns,
    reportTable: optionalNullable(named('Report: name of the table.')),
    mappingId: optionalNullable(uuid('Extraction: mapping of materials and groups.')),
    groupName: optionalNullable(named('Extraction: group of the mapping; `*` is every element.')),
  },
  'CarbonLabel',
);
const content = {
  displayName: named('Need not be unique.'),
  description: optionalNullable(paragraphs({ max: 1000 })),
  labels: arrayOf(label, { minItems: 1, maxItems: 100 }),
};

export const configurationCreate = input(
  {
    ...content,
    reportId: optionalNullable(uuid('Report: GUID of the item in the storage; a table or a model.')),
    twinId: optionalNullable(uuid('Required with `modelId`, and while there is no file of that `reportId`.')),
    modelId: optionalNullable(uuid('Extraction: the model.')),
  },
  'CarbonConfigurationCreate',
);
export const configurationUpdate = input(content, 'CarbonConfigurationUpdate');
export type Labels = Static<typeof label>[];

const labelView = output(
  {
    name: anyText(),
    elementNameColumn: anyText(),
    elementQuantityColumn: anyText(),
    materials: arrayOf(output({ nameColumn: anyText() }, 'CarbonMaterialColumn')),
    reportTable: optional(anyText()),
    mappingId: optional(uuid()),
    groupName: optional(anyText()),
  },
  'CarbonLabelView',
);
export type LabelView = Static<typeof labelView>;

const minimal = {
  id: uuid(),
  displayName: anyText(),
  description: optional(anyText()),
  createdOn: dateTime(),
  createdBy: anyText('E-mail.'),
  modifiedOn: dateTime(),
  modifiedBy: anyText('E-mail.'),
  _links: output({ report: optional(link), twin: optional(link), model: optional(link) }, 'CarbonConfigurationLinks'),
};
const configuration = output({ ...minimal, labels: arrayOf(labelView) }, 'CarbonConfiguration');
export const oneConfiguration = output({ configuration }, 'CarbonConfigurationResponse');

export const continuedLinks = output({ self: link, next: optional(link) }, 'CarbonListLinks');
export const configurationList = output(
  { configurations: arrayOf(output(minimal, 'CarbonConfigurationSummary')), _links: continuedLinks },
  'CarbonConfigurationsResponse',
);

export const mostPerPage = 1000;
/** `$top` and `$continuationToken` of a list of a twin. */
export const continuedQuery = {
  twinId: uuid(),
  $top: optional(integer({ minimum: 1, maximum: mostPerPage, description: 'Items in one page; default 100.' })),
  $continuationToken: optional(Type.String({ description: 'Of the link to the next page.' })),
};
export const configurationsQuery = input(continuedQuery);
