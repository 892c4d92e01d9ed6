import { type Static, Type } from 'typebox';
import { materialColumns } from '../../../engines/carbon/materials.ts';
import {
  anyText,
  arrayOf,
  boolean,
  dateTime,
  input,
  integer,
  line,
  nullable,
  number,
  oneOf,
  optional,
  output,
  paragraphs,
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { proposalRules } from '../propose.ts';
import { continuedLinks, continuedQuery } from './configuration.ts';

const named = (description?: string) => line({ min: 1, max: 255, ...(description ? { description } : {}) });
const above0 = (description: string) => optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e12, description }));

const group = {
  name: named(),
  filter: Type.String({ maxLength: 4000, description: '$filter on elements, by OData.' }),
};
const transport = {
  epdId: uuid('A declaration per t.km.'),
  distance: number({ minimum: 0, maximum: 1e6, description: 'km' }),
};
const material = {
  name: named('As it is in the table; case does not count.'),
  epdId: nullable(uuid()),
  ignored: optional(boolean()),
  reason: optional(paragraphs({ max: 1000, description: 'Why it is ignored.' })),
  factor: above0('Times the quantity; default 1.'),
  wastage: optional(number({ minimum: 0, maximum: 1, description: 'Share that is lost on the site; default 0.' })),
  density: above0('kg/m³'),
  thickness: above0('m'),
  transport: optional(arrayOf(input(transport, 'CarbonTransport'), { maxItems: 20 })),
  serviceLife: above0('Years until it is replaced.'),
  note: optional(paragraphs({ max: 1000 })),
};

const content = {
  displayName: named(),
  default: optional(boolean('The one for reports, which name none; one of a twin.')),
  studyPeriod: optional(integer({ minimum: 1, maximum: 200, description: 'Years; default 50.' })),
  groups: optional(arrayOf(input(group, 'CarbonGroup'), { maxItems: 200 })),
  materials: optional(arrayOf(input(material, 'CarbonMappedMaterial'), { maxItems: 5000 })),
};
export const mappingCreate = input({ twinId: uuid(), ...content }, 'CarbonMappingCreate');
export const mappingUpdate = input(content, 'CarbonMappingUpdate');
export const reviewBody = input({ version: integer({ minimum: 1 }) }, 'CarbonMappingReview');
export type MappingContentIn = Static<typeof mappingUpdate>;

const minimal = {
  id: uuid(),
  twinId: uuid(),
  displayName: anyText(),
  version: integer(),
  state: oneOf(['Draft', 'Reviewed'], 'Only reviewed ones are used.'),
  default: boolean(),
  studyPeriod: integer(),
  reviewedBy: nullable(anyText('E-mail.')),
  reviewedOn: nullable(dateTime()),
  createdOn: dateTime(),
  createdBy: anyText('E-mail.'),
};
const mapping = output(
  {
    ...minimal,
    groups: arrayOf(output(group, 'CarbonGroupView')),
    materials: arrayOf(
      output({ ...material, transport: optional(arrayOf(output(transport))) }, 'CarbonMappedMaterialView'),
    ),
  },
  'CarbonMapping',
);
export type MappingView = Static<typeof mapping>;
export const oneMapping = output({ mapping }, 'CarbonMappingResponse');
export const mappingList = output(
  { mappings: arrayOf(output(minimal, 'CarbonMappingSummary')), _links: continuedLinks },
  'CarbonMappingsResponse',
);
export const mappingsQuery = input(continuedQuery);

export const materialsQuery = input({
  twinId: uuid(),
  modelId: uuid(),
  changesetId: optional(line({ description: 'Empty or absent: the newest version that is imported.' })),
  mappingId: optional(uuid('Says of each material whether it is in that mapping.')),
  comparedWith: optional(line({ description: 'An earlier version: says what is new, changed and gone since.' })),
  column: optional(
    oneOf(materialColumns, 'What is listed in the place of materials: types, classes, classifications.'),
  ),
});
const quantities = {
  elements: integer(),
  volume: nullable(number()),
  area: nullable(number()),
  length: nullable(number()),
  mass: nullable(number()),
  count: integer(),
};
const foundMaterial = {
  name: nullable(anyText()),
  category: nullable(anyText()),
  ...quantities,
  examples: arrayOf(anyText('GlobalId.')),
  classes: arrayOf(anyText()),
  types: arrayOf(anyText()),
  classifications: arrayOf(anyText()),
};
const proposal = output(
  {
    epdId: uuid(),
    epdName: anyText(),
    rule: oneOf(proposalRules, 'Why it is proposed, the surest first.'),
    because: anyText('The mapping that has it, or the text that fits.'),
  },
  'CarbonProposal',
);
const listed = output(
  {
    ...foundMaterial,
    state: oneOf(['Mapped', 'Unmapped', 'Ignored']),
    epdId: nullable(uuid()),
    proposals: arrayOf(proposal),
    change: optional(oneOf(['New', 'Changed', 'Same'])),
    before: optional(output(quantities, 'CarbonQuantities')),
  },
  'CarbonMaterial',
);
export const materialList = output(
  {
    materials: arrayOf(listed),
    gone: optional(arrayOf(output(foundMaterial, 'CarbonGoneMaterial'))),
  },
  'CarbonMaterialsResponse',
);
