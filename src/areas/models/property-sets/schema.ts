import { Type } from 'typebox';
import type { UnitSymbols } from '../../../engines/snapshot/unit-symbols.ts';
import { anyText, arrayOf, oneOf, optional, output } from '../../../kernel/schema/shapes.ts';

const json = Type.Unsafe<unknown>({});
export const propertySets = arrayOf(
  output({
    name: anyText(),
    of: oneOf(['element', 'type']),
    kind: oneOf(['properties', 'quantities']),
    properties: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: json }),
    units: optional(
      Type.Unsafe<UnitSymbols>({
        type: 'object',
        additionalProperties: json,
        description:
          'The units of the values that have one, by their names: `mm`, `m²`; of a value with members theirs.',
      }),
    ),
  }),
);
