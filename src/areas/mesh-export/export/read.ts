import type { Context } from '../../../kernel/http/context.ts';
import { reply } from '../../../kernel/http/endpoint.ts';
import type { FoundExport } from '../access.ts';
import { fullView } from '../export.view.ts';

/** One export, with a link that works for an hour from now. */
export const getExport = async ({ row, model }: FoundExport, cdn: boolean, { baseUrl, now, ports }: Context) =>
  reply(200, { export: fullView(row, model, { baseUrl, now, ports, cdn }) });
