import type { Static } from 'typebox';
import { Type } from 'typebox';
import { anyCaller } from '../../api/auth/access-rules.ts';
import type { Context } from '../../api/http/context.ts';
import { type AccessRule, empty, endpoint, json, noContent, type RawInput, reply } from '../../api/http/endpoint.ts';
import { type Detail, fail, problems } from '../../api/http/problem.ts';
import { cutPage, linksOf, pageOf, pageQuery, pagingLinks } from '../../api/query/paging.ts';
import { arrayOf, optional, output, sensitive } from '../../kernel/schema/shapes.ts';
import { jsonOf } from '../../std/json.ts';
import { membersOf } from '../../std/records.ts';
import type { Core } from '../core.ts';
import { applicationById, hasSecret } from '../store/applications.ts';
import { administers, managedApplication, managedApplications } from '../store/managed.ts';
import type { ApplicationRow, ApplicationType } from '../tables.ts';
import { applicationNotFound, cannotCreate, cannotList, cannotRenew, cannotUpdate } from './errors.ts';
import { changeApplication, createApplication, deleteApplication, renewSecret } from './manage.ts';
import { application, applicationCreate, applicationUpdate, secretRequest } from './registry.schema.ts';
import { applicationView } from './registry.view.ts';
import { type Choices, faultsOf, registeredScopes } from './rules.ts';

/** An application that the caller created, or of the organization that the caller administers; else 404. */
const onApplication: AccessRule<{ readonly clientId: string }, ApplicationRow> = {
  permit: { level: 'administrator', text: 'Who created the application, and administrators of its organization.' },
  problems: [applicationNotFound],
  changes: 'shared',
  resolve: async ({ clientId }, { db, caller }) =>
    (await managedApplication(db, caller, clientId)) ?? fail(applicationNotFound),
};

const applicationAnswer = output({ application }, 'ApplicationAnswer');
const secretAnswer = output(
  { clientSecret: sensitive(Type.String({ description: 'Shown this once.' })) },
  'ClientSecret',
);

const detailsOf = (type: ApplicationType, body: Choices, core: Core): Detail[] =>
  faultsOf(type, body, core.apiScopes).map((fault) => ({ code: 'InvalidValue', ...fault }));

const checkLists =
  (core: Core) =>
  ({ body }: RawInput): Detail[] => {
    const given = (body ?? {}) as { type?: unknown } & Choices;
    const type = (['Native', 'SPA', 'Web', 'Service'] as const).find((one) => one === given.type);
    const lists = [given.redirectUris, given.postLogoutRedirectUris, given.scopes, given.roles];
    const readable = lists.every((list) => list === undefined || (Array.isArray(list) && list.every(isText)));
    return type !== undefined && readable ? detailsOf(type, given, core) : [];
  };

/** A test application is of no use where nobody takes its tokens. */
const checkMode = (core: Core, { body }: RawInput): Detail[] =>
  !core.testMode && membersOf(body).mode === 'Test'
    ? [{ code: 'InvalidValue', message: 'Test mode is switched off on this server.', target: 'mode' }]
    : [];

const modeIsFixed = ({ body }: RawInput): Detail[] =>
  Object.hasOwn(membersOf(body), 'mode')
    ? [{ code: 'ReadOnlyProperty', message: 'Mode is read only and cannot be modified.', target: 'mode' }]
    : [];

const isText = (value: unknown): value is string => typeof value === 'string';

type Create = Static<typeof applicationCreate>;
type Update = Static<typeof applicationUpdate>;

/** What people choose of a new application, member by member: its id and its secret are never theirs to choose. */
const chosenIn = (body: Create, core: Core) => ({
  type: body.type,
  displayName: body.displayName,
  redirectUris: body.redirectUris ?? [],
  postLogoutRedirectUris: body.postLogoutRedirectUris ?? [],
  scopes: body.scopes ? registeredScopes(body.scopes, core.apiScopes) : core.apiScopes.slice(0, 1),
  ...(body.mode === undefined ? {} : { mode: body.mode }),
  ...(body.tier === undefined ? {} : { tier: body.tier }),
  ...(body.trusted === undefined ? {} : { trusted: body.trusted }),
  ...(body.roles === undefined ? {} : { roles: body.roles }),
});

const namesAdminMember = (body: Update): boolean =>
  body.roles !== undefined || body.tier !== undefined || body.trusted !== undefined;

/** Making and finding applications. */
export function applicationEndpoints(core: Core) {
  return [
    endpoint({
      id: 'applications.createApplication',
      method: 'POST',
      path: '/api/applications',
      title: 'Create application',
      description: 'Registers an application. The answer is the only one with its secret, for Web and Service.',
      access: anyCaller,
      changes: 'shared',
      body: applicationCreate,
      invalid: cannotCreate,
      check: (raw) => [...checkLists(core)(raw), ...checkMode(core, raw)],
      secret: true,
      answers: {
        201: json(output({ application, clientSecret: optional(sensitive(Type.String())) }), 'The new application.'),
      },
      errors: [problems.insufficientPermissions],
      run: ({ body }, context) => create(core, body, context),
    }),

    endpoint({
      id: 'applications.getApplications',
      method: 'GET',
      path: '/api/applications',
      title: 'Get applications',
      description: 'Those that the caller created, and for administrators all of their organization, oldest first.',
      access: anyCaller,
      query: Type.Object(pageQuery()),
      invalid: cannotList,
      answers: {
        200: json(output({ applications: arrayOf(application), _links: pagingLinks }), 'One page of applications.'),
      },
      async run({ query }, { db, caller }) {
        const page = pageOf(query);
        const { rows, hasMore } = cutPage(await managedApplications(db, caller, page), page);
        const applications = await Promise.all(rows.map((row) => applicationView(db, row)));
        const _links = linksOf(`${core.issuer}/api/applications`, {}, page, hasMore);
        return reply(200, { applications, _links });
      },
    }),

    endpoint({
      id: 'applications.getApplication',
      method: 'GET',
      path: '/api/applications/{clientId}',
      title: 'Get application',
      access: onApplication,
      version: (target) => target.modified,
      answers: { 200: json(applicationAnswer, 'The application, without its secret.') },
      run: async ({ target }, { db }) =>
        reply(200, { application: await applicationView(db, target) }, { version: target.modified }),
    }),
  ];
}

async function create(core: Core, body: Create, { caller, by, write }: Context) {
  if (namesAdminMember(body) && !administers(caller, caller.organizationId)) {
    return fail(problems.insufficientPermissions);
  }
  const owned = { organizationId: caller.organizationId, createdBy: caller.userId };
  const wanted = { ...chosenIn(body, core), ...owned };
  return write(async (tx) => {
    const { application: row, secret } = await createApplication(core, tx, wanted, by);
    const shown = secret === undefined ? {} : { clientSecret: secret };
    return reply(201, { application: await applicationView(tx, row), ...shown }, { version: row.modified });
  });
}

/** Changing and ending them. */
export function changingEndpoints(core: Core) {
  return [
    endpoint({
      id: 'applications.updateApplication',
      method: 'PATCH',
      path: '/api/applications/{clientId}',
      title: 'Update application',
      description: 'Changes the given properties; lists replace as a whole.',
      access: onApplication,
      body: applicationUpdate,
      invalid: cannotUpdate,
      check: modeIsFixed,
      version: (target) => target.modified,
      answers: { 200: json(applicationAnswer, 'The application as it is now.') },
      errors: [problems.insufficientPermissions, applicationNotFound],
      run: ({ target, body }, context) => update(core, target, body, context),
    }),

    endpoint({
      id: 'applications.deleteApplication',
      method: 'DELETE',
      path: '/api/applications/{clientId}',
      title: 'Delete application',
      description: 'Deletes the application and ends all of its tokens and consents.',
      access: onApplication,
      version: (target) => target.modified,
      answers: { 204: empty('The application is gone.') },
      errors: [applicationNotFound],
      run: ({ target }, { write, by }) =>
        write(async (tx) => {
          const row = await applicationById(tx, target.client_id);
          if (row === undefined) return fail(applicationNotFound);
          await deleteApplication(core, tx, row, by);
          return noContent;
        }),
    }),

    endpoint({
      id: 'applications.createSecret',
      method: 'POST',
      path: '/api/applications/{clientId}/secret',
      title: 'Create client secret',
      description: 'Makes a new secret; the old one works 24 more hours unless it must end immediately.',
      access: onApplication,
      body: secretRequest,
      bodyOptional: true,
      invalid: cannotRenew,
      secret: true,
      answers: { 200: json(secretAnswer, 'The new secret; this is the only answer with it.') },
      errors: [applicationNotFound],
      run: ({ target, body }, context) => renew(core, target, body.immediately ?? false, context),
    }),
  ];
}

async function renew(core: Core, { type, client_id }: ApplicationRow, immediately: boolean, { write, by }: Context) {
  if (!hasSecret(type)) {
    const message = `${type} applications have no secret.`;
    return fail(cannotRenew, { details: [{ code: 'InvalidChange', message, target: 'type' }] });
  }
  return write(async (tx) => {
    const row = await applicationById(tx, client_id);
    if (row === undefined) return fail(applicationNotFound);
    return reply(200, { clientSecret: await renewSecret(core, tx, row, immediately, by) });
  });
}

async function update(core: Core, target: ApplicationRow, body: Update, { caller, by, write }: Context) {
  if (namesAdminMember(body) && !administers(caller, target.organization_id)) {
    return fail(problems.insufficientPermissions);
  }
  const details = detailsOf(target.type, body, core);
  if (details.length > 0) return fail(cannotUpdate, { details });
  return write(async (tx) => {
    const row = await applicationById(tx, target.client_id);
    if (row === undefined) return fail(applicationNotFound);
    const changes = columnsOf(body, core);
    const nothing = Object.keys(changes).length === 0 && body.roles === undefined;
    const updated = nothing ? row : await changeApplication(core, tx, row, changes, body.roles, by);
    return reply(200, { application: await applicationView(tx, updated) }, { version: updated.modified });
  });
}

function columnsOf(body: Update, core: Core): Partial<ApplicationRow> {
  const list = (values: readonly string[] | undefined) => values && jsonOf(values);
  const columns = {
    display_name: body.displayName,
    redirect_uris: list(body.redirectUris),
    post_logout_redirect_uris: list(body.postLogoutRedirectUris),
    scopes: list(body.scopes && registeredScopes(body.scopes, core.apiScopes)),
    tier: body.tier,
    trusted: body.trusted === undefined ? undefined : Number(body.trusted),
    state: body.state,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
