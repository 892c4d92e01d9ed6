import type { Context } from './context.ts';
import type { Endpoint, Input, Outcome } from './endpoint.ts';

/** What a handler gets, once all of it has been validated by what its endpoint declares. */
export interface Validated {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly target: unknown;
  readonly prefer: 'minimal' | 'representation' | undefined;
}

export const runEndpoint = (endpoint: Endpoint, input: Validated, context: Context): Promise<Outcome> =>
  endpoint.run(input as Input<string, never, never, never, unknown>, context);
