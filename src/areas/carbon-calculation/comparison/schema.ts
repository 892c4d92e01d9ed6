import { members } from '../../../engines/carbon/totals.ts';
import {
  anyText,
  arrayOf,
  input,
  integer,
  line,
  nullable,
  number,
  oneOf,
  output,
  uuid,
} from '../../../kernel/schema/shapes.ts';

const jobId = (description: string) => line({ min: 1, max: 100, description });
export const comparisonQuery = input({
  twinId: uuid(),
  before: jobId('A calculation of either tool that has succeeded.'),
  after: jobId('Another one.'),
});

const value = nullable(number({ description: 'kg CO2e; null: not there, or not known.' }));
const pair = { name: anyText(), before: value, after: value };
const pairs = arrayOf(output(pair, 'CarbonPair'));
const element = { globalId: anyText(), change: oneOf(['New', 'Gone', 'Changed']), ...pair };
const elements = output(
  {
    new: integer(),
    gone: integer(),
    changed: integer(),
    same: integer(),
    largest: arrayOf(output(element, 'CarbonElementChange')),
  },
  'CarbonElementChanges',
);
const comparison = output(
  {
    modules: arrayOf(output({ ...pair, name: oneOf(members) }, 'CarbonModulePair')),
    materials: pairs,
    classes: pairs,
    storeys: pairs,
    notCalculated: output({ before: integer(), after: integer() }, 'CarbonRowPair'),
    elements: nullable(elements),
  },
  'CarbonComparison',
);
export const oneComparison = output({ comparison }, 'CarbonComparisonResponse');
