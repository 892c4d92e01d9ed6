import type { Ports } from '../../api/ports/ports.ts';
import type { AuthServer } from '../../auth-server/auth-server.ts';
import { ConfigError } from '../../config/config.ts';
import type { Foundation } from '../foundation.ts';
import { ownApplications } from './own-applications.ts';

/** The program speaks plain http, so there is a proxy in front of an https address. */
const sharedAddress =
  'TRUSTED_PROXIES is not set: everybody seems to come from the proxy, and waits when anybody has tried too many passwords. Name the address of the proxy.';

/** What an installation begins with: the applications of our own pages, the set-up file, the first administrator. */
export async function prepare(
  { config, db, log }: Foundation,
  ports: Ports,
  auth: AuthServer,
): Promise<string | undefined> {
  if (config.baseUrl.startsWith('https:') && config.trustedProxies.length === 0) log.warn({}, sharedAddress);
  await auth.applySetup({ applications: ownApplications(config.baseUrl) });
  if (config.setupFile) {
    const { applySetupFile } = await import('./apply.ts'); // most installations have no such file
    await applySetupFile(config.setupFile, db, {
      identityFaults: auth.setupFaults,
      identity: auth.applySetup,
      async twin(tx, twin) {
        const owner = await ports.people.byEmail(tx, twin.owner);
        if (owner === undefined) throw new ConfigError(`${config.setupFile}: twin ${twin.id}: no user ${twin.owner}.`);
        await ports.twins.ensure(tx, twin, owner);
      },
      member: ports.access.ensureMember,
      brand: ports.library.ensureBrand,
    });
  }
  return auth.createFirstAdministratorLink();
}
