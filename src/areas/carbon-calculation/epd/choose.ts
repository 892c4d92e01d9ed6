import type { Static } from 'typebox';
import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { choicesOf, chosen, isChoice } from '../../../engines/carbon/scenarios.ts';
import { invalid, invalidValue } from '../errors.ts';
import { declarationOf, epdsNamed, putDeclaration } from '../store/epds.ts';
import type { EpdRow } from '../tables.ts';
import type { epdChoices } from './schema.ts';
import { epdEmails, epdView } from './view.ts';

export const invalidChoices = invalid('choose scenarios');

/** Lets the scenarios count that a person has chosen, and no others. */
export async function chooseScenarios(row: EpdRow, { choices }: Static<typeof epdChoices>, context: Context) {
  const declaration = declarationOf(row);
  const details = choices.flatMap((choice, at) =>
    isChoice(declaration, choice)
      ? []
      : [invalidValue(`choices[${at}]`, `The declaration has no scenario '${choice.scenario}' of ${choice.module}.`)],
  );
  if (details.length > 0) return fail(invalidChoices, { details });
  const changed: EpdRow = { ...row, declaration: JSON.stringify(chosen(declaration, choices)) };
  await context.write((tx) => putDeclaration(tx, changed));
  return reply(200, { epd: epdView(changed, await epdEmails([changed], context)) });
}

/** Declarations that come anew, with what was chosen for the same data set in the twin before. */
export async function withFormerChoices(rows: readonly EpdRow[], { db }: Pick<Context, 'db'>): Promise<EpdRow[]> {
  const found: EpdRow[] = [];
  for (const row of rows) {
    const declaration = declarationOf(row);
    const former = declaration.scenarios === undefined ? [] : await epdsNamed(db, row.twin_id, row.name_key);
    const same = former
      .map(declarationOf)
      .find((one) => one.reference === declaration.reference && choicesOf(one).length > 0);
    const again = same === undefined ? declaration : chosen(declaration, choicesOf(same));
    found.push(again === declaration ? row : { ...row, declaration: JSON.stringify(again) });
  }
  return found;
}
