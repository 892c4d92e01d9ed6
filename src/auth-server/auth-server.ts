import type Provider from 'oidc-provider';
import type { Api } from '../api/http/endpoint.ts';
import { addressReader } from '../api/http/server.ts';
import type { Authenticate, AuthenticateApplication, Identify } from '../kernel/callers/people.ts';
import type { Maintenance } from '../kernel/jobs/job.ts';
import type { Mount } from '../std/mount.ts';
import type { AuthServerOptions, Core } from './core.ts';
import { createFirstAdministratorLink } from './identity/registration.ts';
import { serveMaintenance } from './maintenance.ts';
import { aroundLibrary } from './oidc/around.ts';
import { openProvider } from './oidc/provider.ts';
import { registryApi } from './registry/api.ts';
import { mountsOf } from './serve.ts';
import { applySetup, type IdentitySetup, type SetupFault, setupFaults, weakPasswords } from './setup.ts';
import { openRevocations } from './store/revocations.ts';
import { type KeySet, openSigningKeys } from './store/signing-keys.ts';
import { authenticateWith } from './tokens/authenticate.ts';
import { authenticateApplicationWith } from './tokens/basic.ts';
import { identifyWith } from './tokens/identify.ts';
import { type Issuing, issueAccessToken } from './tokens/issue.ts';

/** The OpenID provider and the account pages of the platform. */
export interface AuthServer {
  /** Everything below {auth_url} but the JSON APIs. */
  readonly mounts: readonly Mount[];
  /** The application registry, for the kernel to serve. */
  readonly apis: readonly Api[];
  readonly authenticate: Authenticate;
  readonly authenticateApplication: AuthenticateApplication;
  readonly identify: Identify;
  readonly maintenance: readonly Maintenance[];
  /** What is wrong with that part of the set-up file. */
  setupFaults(setup: IdentitySetup): Promise<SetupFault[]>;
  /** Makes or changes the organizations, users and applications of the set-up file. */
  applySetup(setup: IdentitySetup): Promise<void>;
  /** An address where whoever started the program becomes its first administrator; undefined when there is one. */
  createFirstAdministratorLink(): Promise<string | undefined>;
  /** A token as the token endpoint would give it, without any request: for tests and the program's own calls. */
  issueAccessToken(issuing: Issuing): Promise<string>;
}

/** Opens the authorization server on a migrated database. It listens nowhere itself. */
export async function openAuthServer(options: AuthServerOptions): Promise<AuthServer> {
  const core = await coreOf(options);
  return {
    mounts: mountsOf(core, addressReader(options.config.trustedProxies)),
    apis: [registryApi(core)],
    authenticate: authenticateWith(core),
    authenticateApplication: authenticateApplicationWith(core),
    identify: identifyWith(core),
    maintenance: serveMaintenance(core),
    async setupFaults(setup) {
      const faults = setupFaults(setup, core.apiScopes);
      return faults.length > 0 ? faults : weakPasswords(core, setup);
    },
    applySetup: (setup) => applySetup(core, setup),
    createFirstAdministratorLink: () => createFirstAdministratorLink(core),
    issueAccessToken: (issuing) => issueAccessToken(core, issuing),
  };
}

async function coreOf({ config, ...rest }: AuthServerOptions): Promise<Core> {
  const url = new URL(config.authUrl);
  let made: { readonly keySet: KeySet; readonly provider: Provider } | undefined;
  const core: Core = {
    ...rest,
    issuer: config.authUrl,
    path: url.pathname.replace(/\/$/, ''),
    host: url.hostname,
    https: url.protocol === 'https:',
    baseUrl: config.baseUrl,
    apiScopes: ['twin-platform', ...config.scopeAliases],
    registration: config.registration,
    upstream: config.upstream,
    testMode: config.testMode.on,
    keys: await openSigningKeys(rest.db, rest.secrets, Date.now()),
    revocations: openRevocations(rest.db),
    provider() {
      const keySet = core.keys.current(Date.now());
      if (made?.keySet !== keySet) {
        const provider = openProvider(core, keySet);
        provider.use(aroundLibrary(core) as Parameters<Provider['use']>[0]);
        made = { keySet, provider };
      }
      return made.provider;
    },
  };
  return core;
}
