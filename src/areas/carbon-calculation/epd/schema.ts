import { type Static, Type } from 'typebox';
import { modules } from '../../../engines/carbon/modules.ts';
import { declaredUnits, sourceFormats } from '../../../engines/carbon/types.ts';
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
  uuid,
} from '../../../kernel/schema/shapes.ts';
import { continuedLinks, continuedQuery } from '../schema/configuration.ts';

const figures = output(
  Object.fromEntries(modules.map((module) => [module, optional(number())])),
  'CarbonFiguresByModule',
);

const minimal = {
  id: uuid(),
  twinId: uuid('A twin, or an Account, in all twins of which it can be used.'),
  name: anyText(),
  declared: output({ quantity: number(), unit: oneOf(declaredUnits) }, 'DeclaredUnit'),
  density: optional(number({ description: 'kg/m³' })),
  massPerUnit: optional(number({ description: 'kg of what is declared' })),
  thickness: optional(number({ description: 'm' })),
  standard: nullable(oneOf(['EN 15804+A1', 'EN 15804+A2'])),
  validUntil: optional(anyText('The last day: 2027-12-31.')),
  owner: optional(anyText()),
  reference: optional(anyText()),
  url: optional(anyText()),
  method: optional(anyText('By which method the figures are calculated.')),
  warnings: optional(arrayOf(anyText('For people.'))),
  example: boolean('Made up, to show how it is done.'),
  source: output({ format: oneOf(sourceFormats), fileName: anyText(), sha256: anyText() }, 'EpdSource'),
  createdOn: dateTime(),
  createdBy: anyText('E-mail.'),
};
export const epdSummary = output(minimal, 'EpdSummary');
const moduleScenarios = output(
  {
    module: oneOf(modules),
    choices: arrayOf(output({ scenario: anyText(), gwp: number() })),
    chosen: optional(anyText('The scenario that counts; absent: none does.')),
  },
  'ModuleScenarios',
);
const epd = output(
  {
    ...minimal,
    gwp: figures,
    gwpFossil: optional(figures),
    gwpBiogenic: optional(figures),
    gwpLuluc: optional(figures),
    otherMethods: optional(arrayOf(output({ method: anyText(), gwp: figures }))),
    scenarios: optional(arrayOf(moduleScenarios)),
  },
  'Epd',
);
export type EpdView = Static<typeof epd>;
export const oneEpd = output({ epd }, 'EpdResponse');
export const epdList = output({ epds: arrayOf(epdSummary), _links: continuedLinks }, 'EpdsResponse');

const refused = output(
  { name: nullable(anyText()), line: nullable(integer()), reason: anyText('For people.') },
  'RefusedEpd',
);
export const importedEpds = output(
  { imported: arrayOf(epdSummary), refused: arrayOf(refused) },
  'ImportedEpdsResponse',
);

export const epdChoices = input({
  choices: arrayOf(input({ module: oneOf(modules), scenario: line({ untrimmed: true, max: 1000 }) }), {
    maxItems: modules.length,
  }),
});

export const epdsQuery = input({
  ...continuedQuery,
  $search: optional(Type.String({ maxLength: 255, description: 'Part of the name, in any case.' })),
});
export const importQuery = input({
  twinId: uuid(),
  fileName: optional(line({ max: 255, description: 'What the source of the declarations is called.' })),
});
