import type { Account, FindAccount } from 'oidc-provider';
import type { Core } from '../core.ts';
import { type Identity, identityOf, personClaims } from '../tokens/claims.ts';
import { issuedTokenOf } from './issued-tokens.ts';

/** What stands behind the library's account. */
export interface IdentityAccount extends Account {
  readonly identity: Identity;
}

export const accountOf = (account: Account): IdentityAccount => account as IdentityAccount;

/** People for the library: none for disabled users, nor for codes of a session that has ended. */
export function findAccountIn(core: Core): FindAccount {
  return async (ctx, userId, token) => {
    if (token?.kind === 'AuthorizationCode' && token.sid !== undefined) {
      await core.revocations.upToDate(Date.now());
      if (core.revocations.revokedAt(`sid ${token.sid}`) !== undefined) return undefined;
    }
    const identity = await identityOf(core.db, userId);
    if (identity === undefined) return undefined;
    const account: IdentityAccount = {
      accountId: userId,
      identity,
      claims: (use) => {
        const claims = { ...personClaims(identity), sub: userId };
        return use === 'id_token' ? { ...claims, at_hash: issuedTokenOf(ctx.oidc.entities.AccessToken) } : claims;
      },
    };
    return account;
  };
}
