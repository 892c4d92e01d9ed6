import type { Context } from '../../../api/http/context.ts';
import { reply } from '../../../api/http/endpoint.ts';
import type { FoundExport } from './access.ts';
import { fullView } from './view.ts';

/** One export, with a link that works for an hour from now. */
export const getExport = async ({ row, model }: FoundExport, cdn: boolean, { baseUrl, now, ports }: Context) =>
  reply(200, { export: fullView(row, model, { baseUrl, now, ports, cdn }) });
