import { useQuery } from '@tanstack/react-query';
import { twinQuery } from '../twins/queries.ts';
import type { Webhook } from './queries.ts';

/** Whose events a webhook hears of. */
export function Scope({ webhook: { scope, scopeId } }: { readonly webhook: Webhook }) {
  const { data } = useQuery(twinQuery(scopeId));
  return (
    <>
      {scope === 'Account' ? `All twins of ${data?.displayName ?? 'the account'}` : (data?.displayName ?? 'One twin')}
    </>
  );
}
