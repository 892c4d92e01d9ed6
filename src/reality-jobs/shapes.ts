import { Type } from 'typebox';
import { anyText, arrayOf, input, integer, line, optional, optionalNullable, output } from '../kernel/schema/shapes.ts';

/** Shapes that the APIs of jobs share. */
export const messageShape = output(
  {
    code: anyText(),
    title: anyText(),
    message: anyText('`%1` stands for the first of the params, and so on.'),
    params: arrayOf(anyText()),
  },
  'JobMessage',
);

/** `active` submits a job, `cancelled` cancels it; clients send either in any case. */
export const stateChange = optionalNullable(
  line({ pattern: '^([aA][cC][tT][iI][vV][eE]|[cC][aA][nN][cC][eE][lL][lL][eE][dD])$', examples: ['active'] }),
);

/** A number from zero on that a cost is estimated from. Clients send some as text: `"2.1"`. */
export const amount = optional(
  Type.Unsafe<number | string | null>({
    anyOf: [
      { type: 'number', minimum: 0 },
      { type: 'string', pattern: '^[0-9]{1,15}([.][0-9]{1,15})?$', examples: ['2.1'] },
      { type: 'null' },
    ],
  }),
);

export const longestFilter = 4096;

export const jobListQuery = input({
  $filter: line({
    max: longestFilter,
    description:
      'Required. Properties id, twinId, name, email, type, state, createdDateTime, and but for Reality Analysis v2 inputId and outputId; operators eq, ne, lt, le, gt, ge, in, and, or; parentheses.',
    examples: ["twinId eq dc720f05-e5f7-448b-ae06-765de46f0af1 and state eq 'active'"],
  }),
  $top: optional(integer({ minimum: 1, maximum: 1000, description: 'Jobs in one page; default 100.' })),
  continuationToken: optional(line()),
});
