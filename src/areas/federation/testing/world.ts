import { owners } from '../../../../test/support/verdicts.ts';
import type { World } from '../../../../test/support/world.ts';
import type { Exception, Making, WorldPart } from '../../../../test/support/world-part.ts';
import { executeRole } from '../store/assignments.ts';
import { newSystem, newTimer } from './fixture.ts';

/** The Owner role of the twin of the world. */
async function roleIn({ p, society, idOf }: Pick<Making, 'p' | 'society' | 'idOf'>): Promise<string> {
  const { db, ports } = p.app;
  const [role] = await ports.access.roles.usableIn(db, await idOf('twin'));
  return role?.id ?? society.accountId;
}
const assignments = async (world: World) => ({
  assignments: [{ twinRoleId: await roleIn(world), packageRoleIds: [executeRole.roleId] }],
});
const twinRoles = async (world: World) => ({ twinRoleIds: [await roleIn(world)] });

const execution = () => ({ variables: [{ name: 'entitySet', value: 'Models' }] });

const twoPermissions: Exception = {
  row: owners,
  because: 'roles of packages need permissions of roles and of integrations together (federation.md section 0.4)',
};
const byPackageRole: Exception = {
  row: owners,
  because: 'a role with the package role is needed, no permission (federation.md section 0.4)',
};
const ofOrganization: Exception = {
  row: [403, 403, 'passes', 403, 'passes', 403],
  because: "the packages are those of the caller's own organization (federation.md section 0.4)",
  at: 'account',
};

/** Things that have the same name everywhere. */
const names = ['federationPackage', 'federationSet', 'federationSystemType', 'federationPackageWithSystem'];

export const world: WorldPart = {
  things: {
    federationSystem: async (m) =>
      (await m.make(`POST /federation/twins/${await m.idOf('twin')}/systems`, newSystem())).id,
    federationTimer: async (m) =>
      (await m.make(`POST /federation/twins/${await m.idOf('twin')}/timers`, newTimer())).id,
    federationPackage: async (m) => {
      await m.make(`POST /federation/twins/${await m.idOf('twin')}/packages/TWIN_MODELS/roles`, {
        assignments: [{ twinRoleId: await roleIn(m), packageRoleIds: [executeRole.roleId] }],
      });
      return 'TWIN_MODELS';
    },
    federationSet: async () => 'Models',
    federationSystemType: async () => 'Federation.Sql',
    federationPackageWithSystem: async () => 'SQL_TABLES',
  },
  thingOf(path, parameter) {
    if (!path.startsWith('/federation/')) return undefined;
    const ofPackage = path.endsWith('/{systemType}') ? 'federationPackageWithSystem' : 'federationPackage';
    return {
      twinId: 'twin',
      id: 'federationSystem',
      timerId: 'federationTimer',
      uniqueName: ofPackage,
      entitySet: 'federationSet',
      systemType: 'federationSystemType',
    }[parameter];
  },
  open: names,
  due(operation, mix, administrates) {
    if (!operation.startsWith('federation.')) return undefined;
    if (mix === 'none' || mix === 'all') {
      if (operation === 'federation.getPackageRoles') return 200;
      if (/\.getPackages?$/.test(operation)) return administrates ? 200 : 403;
    }
    const named = /System$|Timer$|TimerRuns$/.test(operation) && mix === 'ids in own twin';
    if (mix !== 'body' && (mix !== 'ids in own twin' || named)) return undefined;
    return /create(System|Timer)$/.test(operation) ? 201 : 200;
  },
  bodies: {
    'federation.createPackageRoleAssignments': assignments,
    'federation.updatePackageRoleAssignments': assignments,
    'federation.removePackageRoleAssignments': assignments,
    'federation.removePackageRolesOfTwinRoles': twinRoles,
    'federation.removeTwinRoles': twinRoles,
    'federation.executePackage': execution,
    'federation.createSystem': newSystem,
    'federation.updateSystem': newSystem,
    'federation.createTimer': newTimer,
  },
  mostAtOnce: { 'federation.executePackage': 4 },
  exceptions: {
    'federation.getPackages': ofOrganization,
    'federation.getPackage': ofOrganization,
    ...Object.fromEntries(
      [
        'getPackageRoleAssignments',
        'createPackageRoleAssignments',
        'updatePackageRoleAssignments',
        'removePackageRoleAssignments',
        'removePackageRolesOfTwinRoles',
        'removeTwinRoles',
      ].map((name) => [`federation.${name}`, twoPermissions]),
    ),
    ...Object.fromEntries(
      ['executePackage', 'getEntitySets', 'getMetadata', 'getEntitySet', 'countEntities'].map((name) => [
        `federation.${name}`,
        byPackageRole,
      ]),
    ),
  },
};
