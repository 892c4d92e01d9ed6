import { inTwin } from '../../../api/auth/access-rules.ts';
import type { Context } from '../../../api/http/context.ts';
import { type Endpoint, empty, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail, problems } from '../../../api/http/problem.ts';
import type { Access } from '../../../api/ports/access.ts';
import { namesOf } from '../../../api/ports/names.ts';
import { nilUuid } from '../../../std/ids.ts';
import { isoTime } from '../../../std/iso-time.ts';
import { credentials, onPackage, onTwinWith } from '../access.ts';
import { describeBody } from '../body-faults.ts';
import {
  invalidProperties,
  invalidSystem,
  invalidSystems,
  propertiesNotFound,
  systemExists,
  systemNotFound,
  systemsNotFound,
} from '../errors.ts';
import { describePath, packageInTwin, systemParams, systemTypeParams, twinParams } from '../params.ts';
import type { PackageRegistry } from '../registry.ts';
import { findSystem, systemsOf } from '../store/systems.ts';
import { systemTypes } from '../system-types.ts';
import { checkSystem, createSystem, removeSystem, replaceSystem } from './save.ts';
import { neededSystems, systemList, systemProperties, systemSave, systemSaved } from './schema.ts';

export const systemsPath = '/federation/twins/{twinId}/systems';
const ofPackage = '/federation/twins/{twinId}/packages/{uniqueName}/systems';
export const describeSystem = describeBody({ SystemId: 'System ID', SystemType: 'System Type' });

/** A connection that a twin has stored, for who manages credentials. */
export const onSystem = inTwin(
  onTwinWith(systemNotFound, credentials),
  (db, { twin }, { id }: { readonly twinId: string; readonly id: string }) => findSystem(db, twin.id, id),
  systemNotFound,
);

const example = {
  name: 'Asset register',
  systemId: 'database',
  systemType: 'Federation.Sql',
  credentials: { Server: 'db.example.org', Database: 'assets', UserId: 'reader', Password: 'a secret' },
};

/** What packages need of other systems. */
const neededEndpoints = (book: PackageRegistry): readonly Endpoint[] => [
  endpoint({
    id: 'federation.getPackageSystems',
    method: 'GET',
    path: ofPackage,
    title: 'Get package system types',
    access: onPackage(book, systemsNotFound, credentials),
    params: packageInTwin,
    invalid: invalidSystems,
    describe: describePath,
    answers: { 200: json(neededSystems, 'The systems that the package needs.') },
    run: async ({ target }) => reply(200, { systems: [...target.resource.systems] }),
  }),
  endpoint({
    id: 'federation.getPackageSystemProperties',
    method: 'GET',
    path: `${ofPackage}/{systemType}`,
    title: 'Get package system type properties',
    access: onPackage(book, propertiesNotFound, credentials),
    params: systemTypeParams,
    invalid: invalidProperties,
    describe: describePath,
    answers: { 200: json(systemProperties, 'The credentials that such a system takes.') },
    async run({ target, params }) {
      const used = target.resource.systems.find(({ systemType }) => systemType === params.systemType);
      if (used === undefined) return fail(propertiesNotFound);
      const properties = systemTypes[used.systemType].map(({ enumValues, ...property }) => ({
        ...property,
        enumValues: enumValues === null ? null : [...enumValues],
      }));
      return reply(200, { properties });
    },
  }),
];

/** Connections to systems: what a twin knows of the systems that packages need. */
export const systemEndpoints = (book: PackageRegistry): readonly Endpoint[] => [
  ...neededEndpoints(book),
  endpoint({
    id: 'federation.getSystems',
    method: 'GET',
    path: systemsPath,
    title: 'Get systems',
    description: 'By name. Credentials are never shown.',
    access: onTwinWith(systemsNotFound, credentials),
    params: twinParams,
    invalid: invalidSystems,
    describe: describeSystem,
    answers: { 200: json(systemList, 'The stored connections.') },
    run: ({ target }, context) => listSystems(target, context),
  }),
  endpoint({
    id: 'federation.createSystem',
    method: 'POST',
    path: systemsPath,
    title: 'Create system',
    access: onTwinWith(problems.resourceNotFound, credentials),
    params: twinParams,
    body: systemSave,
    bodyExample: example,
    invalid: invalidSystem('create'),
    describe: describeSystem,
    check: checkSystem,
    secret: true,
    answers: { 201: json(systemSaved, 'The stored connection.') },
    errors: [systemExists],
    run: ({ target, body }, context) => createSystem(target, body, context),
  }),
  endpoint({
    id: 'federation.updateSystem',
    method: 'PUT',
    path: `${systemsPath}/{id}`,
    title: 'Update system',
    description: 'Credentials that are left out stay as they are, unless the type changes.',
    access: onSystem,
    params: systemParams,
    body: systemSave,
    bodyExample: example,
    invalid: invalidSystem('update'),
    describe: describeSystem,
    check: checkSystem,
    answers: { 200: json(systemSaved, 'The stored connection.') },
    errors: [systemExists],
    run: ({ target, body }, context) => replaceSystem(target, body, context),
  }),
  endpoint({
    id: 'federation.deleteSystem',
    method: 'DELETE',
    path: `${systemsPath}/{id}`,
    title: 'Delete system',
    access: onSystem,
    params: systemParams,
    invalid: invalidSystem('remove'),
    describe: describeSystem,
    answers: { 204: empty('It is gone.') },
    run: ({ target }, context) => removeSystem(target, context),
  }),
];

async function listSystems({ twin }: Access, { db, ports }: Context) {
  const rows = await systemsOf(db, twin.id);
  const changers = rows.map((row) => row.changed_by);
  const names = await namesOf(db, changers, ports);
  const systems = rows.map((row) => ({
    id: row.id,
    systemName: row.name,
    organizationId: twin.ownerOrganizationId ?? nilUuid,
    systemId: row.system_id,
    systemType: row.system_type,
    lastChange: isoTime(row.changed),
    lastChangeBy: row.changed_by,
    lastChangeByName: names.get(row.changed_by) ?? '',
  }));
  return reply(200, { systems });
}
