import type { Context } from '../../../api/http/context.ts';

/** Who changes a form, when, and with what: a request, or a job of somebody. */
export type ActorContext = Pick<Context, 'caller' | 'now' | 'ports' | 'baseUrl'>;
