import type { Mode } from '../../kernel/callers/people.ts';

/**
 * Where an operation changes something: in the twin that it is about, whose access decides; in what belongs to the caller
 * alone; in what others use, too, and belongs to no twin, which nobody changes in test mode; or nowhere, whatever its
 * method.
 */
export type Reach = 'inTwin' | 'own' | 'shared' | 'nothing';

/** What of an endpoint says where it changes something. */
export interface Reaching {
  readonly method: string;
  readonly changes?: Reach;
  readonly access: { readonly changes?: Reach };
}

/** Undefined where neither the endpoint nor its access rule says anything, as of those that only read. */
export const reachOf = ({ changes, access }: Reaching): Reach | undefined => changes ?? access.changes;

/** Whether an operation is not for those who ask in test mode, whatever it is asked about. */
export const isRefusedToTests = (endpoint: Reaching): boolean =>
  endpoint.method !== 'GET' && reachOf(endpoint) === 'shared';

/** The same for who asks. */
export const isOutOfReach = (endpoint: Reaching, { mode }: { readonly mode: Mode }): boolean =>
  mode === 'Test' && isRefusedToTests(endpoint);
