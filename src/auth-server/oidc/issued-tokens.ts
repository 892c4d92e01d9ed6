import type { AccessToken, Provider } from 'oidc-provider';

const issued = new WeakMap<object, string>();

/** The JWT that an access token became, once it is saved. */
export const issuedTokenOf = (token: object | undefined): string | undefined => token && issued.get(token);

/** Remembers each access token's JWT, of which the id token's `at_hash` is made. */
export function rememberIssued(provider: Provider): void {
  const { prototype } = provider.AccessToken;
  const save = prototype.save;
  prototype.save = async function (this: AccessToken) {
    const jwt = await save.call(this);
    issued.set(this, jwt);
    return jwt;
  };
}
