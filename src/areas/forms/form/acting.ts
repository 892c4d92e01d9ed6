import type { Context } from '../../../kernel/http/context.ts';

/** Who changes a form, when, and with what: a request, or a job of somebody. */
export type Acting = Pick<Context, 'caller' | 'now' | 'ports' | 'baseUrl'>;
