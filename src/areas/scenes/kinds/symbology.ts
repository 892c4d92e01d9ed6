import { type TSchema, Type } from 'typebox';
import { arrayOf, number, oneOf, optional, output } from '../../../kernel/schema/shapes.ts';
import { colorDef, expression, httpsUrl, linePixels, pictureUri, restricted, rgb, safe } from './types.ts';

/* Styles of features, fixed or computed by expressions. */

const either = (...schemas: TSchema[]): TSchema => Type.Union(schemas);
const exactly = (text: string) => oneOf([text]);

const condition = output({ condition: expression(), expression: expression(), label: optional(safe()) });
const expressionOrConditions = either(expression(), output({ conditions: arrayOf(condition, { minItems: 1 }) }));

/** Expressions by names that others use. */
const defines = Type.Unsafe<Record<string, string>>({
  type: 'object',
  patternProperties: { '^[A-Za-z_$][A-Za-z0-9_$]*$': expression() },
  additionalProperties: false,
});

const symbology = output({
  lineColor: colorDef(),
  fillColor: colorDef(),
  weight: number(),
  linePixels: optional(linePixels()),
});

export const expressionStyling = output(
  {
    stylingOptions: optional(
      either(
        output({
          styleType: exactly('Expression'),
          color: expressionOrConditions,
          show: optional(expressionOrConditions),
          lineWeight: optional(expressionOrConditions),
          lineColor: optional(expressionOrConditions),
          defines: optional(defines),
        }),
        output({
          styleType: exactly('Category'),
          default: symbology,
          rules: arrayOf(output({ name: safe(), value: either(restricted(), number(), Type.Boolean()), symbology })),
        }),
      ),
    ),
  },
  'ExpressionStyling',
);

const styleExpression = output({ expression: expressionOrConditions, defines: optional(defines) });
const numeric = either(number(), styleExpression);
const colour = either(rgb, styleExpression);
const line = output({ type: exactly('line-symbol'), color: colour, width: numeric });
const fill = output({ type: exactly('fill-symbol'), color: colour, outline: optional(line) });

const symbol = either(
  line,
  fill,
  output({
    type: exactly('shape-marker'),
    shape: oneOf(['circle', 'square', 'triangle', 'diamond', 'cross', 'star', 'hexagon']),
    size: numeric,
    fill,
  }),
  output({
    type: exactly('image-marker'),
    url: either(pictureUri(), httpsUrl()),
    width: optional(numeric),
    height: optional(numeric),
  }),
);

const valueSource = either(restricted(), styleExpression);

export const featureStyling = output(
  {
    featureSymbology: either(
      output({ type: exactly('simple-symbology'), symbol }),
      output({
        type: exactly('category-symbology'),
        valueSource,
        defaultSymbol: symbol,
        categories: arrayOf(output({ value: either(restricted(), number()), symbol, displayName: optional(safe()) })),
      }),
      output({
        type: exactly('interval-symbology'),
        valueSource,
        defaultSymbol: symbol,
        intervals: arrayOf(
          output({ maxValue: number(), minValue: optional(number()), symbol, displayName: optional(safe()) }),
        ),
      }),
    ),
  },
  'GeospatialFeatureStyling',
);
