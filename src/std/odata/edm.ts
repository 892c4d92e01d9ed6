import type { ValueType } from './tree.ts';

/** Types of properties, as `$metadata` names them. */
export const edmTypes = [
  'Edm.String',
  'Edm.Int32',
  'Edm.Int64',
  'Edm.Double',
  'Edm.Decimal',
  'Edm.Boolean',
  'Edm.Date',
  'Edm.DateTimeOffset',
  'Edm.Guid',
] as const;
export type EdmType = (typeof edmTypes)[number];

const values: Readonly<Record<EdmType, ValueType>> = {
  'Edm.String': 'text',
  'Edm.Int32': 'whole',
  'Edm.Int64': 'whole',
  'Edm.Double': 'number',
  'Edm.Decimal': 'number',
  'Edm.Boolean': 'boolean',
  'Edm.Date': 'date',
  'Edm.DateTimeOffset': 'instant',
  'Edm.Guid': 'guid',
};

/** What a filter takes values of the type for. */
export const valueTypeOf = (type: EdmType): ValueType => values[type];
