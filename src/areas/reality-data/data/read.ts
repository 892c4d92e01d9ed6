import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { FoundData } from '../access.ts';
import { lookedAt } from '../content/look.ts';
import { looking } from './create.ts';
import { dataView } from './view.ts';

/** Its size is counted anew, and its type is what the content says now, where nobody declared one. */
export async function readData({ row }: FoundData, context: Context) {
  const shown = await lookedAt(row, looking(context));
  return reply(200, { realityData: dataView(shown, context) }, { version: shown.version });
}
