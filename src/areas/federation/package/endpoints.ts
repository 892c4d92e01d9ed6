import { anyCaller, visible } from '../../../api/auth/access-rules.ts';
import { type Endpoint, endpoint, json, reply } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { mayUse, ofOrganization, onTwinWith } from '../access.ts';
import { invalidPackage, invalidPackages, packageNotFound, packagesNotFound } from '../errors.ts';
import { describePath, packageParams, twinParams } from '../params.ts';
import type { PackageRegistry } from '../registry.ts';
import { executeRole } from '../store/assignments.ts';
import { packageDetail, packageList, packageRoles, packagesOfTwin } from './schema.ts';
import { packageRows } from './store.ts';
import { packageDetailView, packageInTwinView, packageView } from './view.ts';

/** Packages: what an organization can have run over its twins. */
export const packageEndpoints = (book: PackageRegistry): readonly Endpoint[] => [
  endpoint({
    id: 'federation.getPackages',
    method: 'GET',
    path: '/federation/packages',
    title: 'Get subscribed packages',
    description: "Those of the caller's organization.",
    access: ofOrganization,
    answers: { 200: json(packageList, 'By name, then uniqueName.') },
    async run({ target }, { db }) {
      const rows = await packageRows(db);
      return reply(200, {
        packages: book.of(target).map((one) => packageView(one, rows.get(one.uniqueName), target)),
      });
    },
  }),

  endpoint({
    id: 'federation.getPackage',
    method: 'GET',
    path: '/federation/packages/{uniqueName}',
    title: 'Get package details',
    access: ofOrganization,
    params: packageParams,
    invalid: invalidPackage,
    describe: describePath,
    answers: { 200: json(packageDetail, 'The package.') },
    errors: [packageNotFound],
    async run({ target, params }, { db }) {
      const found = book.find(target, params.uniqueName);
      if (found === undefined) return fail(packageNotFound);
      return reply(200, packageDetailView(found, (await packageRows(db)).get(found.uniqueName), target));
    },
  }),

  endpoint({
    id: 'federation.getPackagesOfTwin',
    method: 'GET',
    path: '/federation/twins/{twinId}/packages',
    title: 'Get packages of twin',
    description:
      'Those that the owner of the twin has subscribed to, by name, and which of them the caller may execute.',
    access: onTwinWith(packagesNotFound, visible),
    params: twinParams,
    invalid: invalidPackages,
    describe: describePath,
    answers: { 200: json(packagesOfTwin, 'The packages.') },
    async run({ target: access }, { db }) {
      const packages = await Promise.all(
        book
          .of(access.twin.ownerOrganizationId)
          .map(async (resource) => packageInTwinView(resource, await mayUse({ resource, access }, { db }))),
      );
      return reply(200, { packages });
    },
  }),

  endpoint({
    id: 'federation.getPackageRoles',
    method: 'GET',
    path: '/federation/packages/roles',
    title: 'Get available package roles',
    access: anyCaller,
    answers: { 200: json(packageRoles, 'The roles that twin roles can be given for a package.') },
    run: async () => reply(200, { packageRoles: [executeRole] }),
  }),
];
