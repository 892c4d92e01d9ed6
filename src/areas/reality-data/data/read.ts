import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import type { FoundData } from '../access.ts';
import { lookedAt } from '../content/look.ts';
import { dataView } from '../data.view.ts';
import { looking } from './create.ts';

/** Its size is counted anew, and its type is what the content says now, where nobody declared one. */
export async function readData({ row }: FoundData, context: Context) {
  const shown = await lookedAt(row, looking(context));
  return reply(200, { realityData: dataView(shown, context) }, { version: shown.version });
}
