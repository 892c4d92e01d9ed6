import { anyCaller } from '../../api/auth/access-rules.ts';
import { empty, endpoint, json, reply } from '../../api/http/endpoint.ts';
import { problems } from '../../api/http/problem.ts';
import type { Issue } from '../../kernel/schema/validator.ts';
import {
  cannotClaim,
  cannotCreate,
  cannotListMails,
  cannotListSandboxes,
  sandboxNotFound,
  twinExists,
} from './errors.ts';
import { listMails, mailList } from './mail/list.ts';
import { claimable, managed, seen } from './sandbox/access.ts';
import { claimSandbox } from './sandbox/claim.ts';
import { createSandbox } from './sandbox/create.ts';
import { deleteSandbox } from './sandbox/end.ts';
import { listSandboxes } from './sandbox/list.ts';
import {
  claimed,
  listQuery,
  oneSandbox,
  sandboxClaim,
  sandboxCreate,
  sandboxList,
  testMode,
} from './sandbox/schema.ts';
import { countOwn, mostOwn } from './sandbox/store.ts';
import { sandboxView } from './sandbox/view.ts';

/** A member that nobody knows is a fault of its own. */
const describe = ({ rule, target }: Issue) =>
  rule === 'additionalProperties'
    ? { code: 'InvalidProperty', message: `${target.split('.').at(-1)} is not known here.` }
    : undefined;

/** Making sandboxes; `most`: of one organization. */
export const creatingEndpoints = (most: number) => [
  endpoint({
    id: 'testmode.getTestMode',
    method: 'GET',
    path: '/testmode/',
    title: 'Get test mode',
    description: "The caller's own figures.",
    access: anyCaller,
    answers: { 200: json(testMode, 'How test mode stands for the caller.') },
    run: async (_input, { db, caller }) =>
      reply(200, {
        testMode: {
          mode: 'on' as const,
          applicationId: caller.clientId,
          sandboxes: await countOwn(db, caller),
          maxSandboxes: mostOwn(most),
          streams: 0,
          faultRules: 0,
        },
      }),
  }),

  endpoint({
    id: 'testmode.createSandbox',
    method: 'POST',
    path: '/testmode/sandboxes',
    title: 'Create sandbox',
    description:
      "Makes a twin of test mode below the caller's Account; the caller becomes its owner. At its end it is removed with all that is in it. Raises twins.twinCreated.v1, then accessControl.memberAdded.v1.",
    access: anyCaller,
    changes: 'inTwin',
    body: sandboxCreate,
    bodyOptional: true,
    invalid: cannotCreate,
    describe,
    secret: true,
    answers: { 202: json(oneSandbox, 'The new sandbox; this is the only answer with its claimUrl.') },
    errors: [twinExists],
    run: ({ body }, context) => createSandbox(body, context, most),
  }),
];

/** What is done with them. */
export const sandboxEndpoints = [
  endpoint({
    id: 'testmode.getSandboxes',
    method: 'GET',
    path: '/testmode/sandboxes',
    title: 'Get sandboxes',
    description: 'Those whose top twin the caller sees, newest first.',
    access: anyCaller,
    query: listQuery,
    invalid: cannotListSandboxes,
    answers: { 200: json(sandboxList, 'One page of sandboxes.') },
    run: ({ query }, context) => listSandboxes(query, context),
  }),

  endpoint({
    id: 'testmode.getSandbox',
    method: 'GET',
    path: '/testmode/sandboxes/{sandboxId}',
    title: 'Get sandbox',
    access: seen,
    answers: { 200: json(oneSandbox, 'The sandbox.') },
    run: async ({ target: { resource, access } }, context) =>
      reply(200, { sandbox: sandboxView(resource, access.twin, context) }),
  }),

  endpoint({
    id: 'testmode.deleteSandbox',
    method: 'DELETE',
    path: '/testmode/sandboxes/{sandboxId}',
    title: 'Delete sandbox',
    description:
      'Unknown to every API at once; what it holds is gone within two minutes. Raises twins.twinDeleted.v1 for its top twin.',
    access: managed,
    answers: { 204: empty('The sandbox is gone.') },
    errors: [sandboxNotFound],
    run: ({ target }, context) => deleteSandbox(target, context),
  }),

  endpoint({
    id: 'testmode.claimSandbox',
    method: 'POST',
    path: '/testmode/sandboxes/{sandboxId}/claim',
    title: 'Claim sandbox',
    description:
      'Makes a production twin of the sandbox, with all that is in it and below it; the caller becomes its owner. Own users of test applications are no members any more, its webhooks and mails go. Raises accessControl.memberAdded.v1 and memberRemoved.v1.',
    access: claimable,
    body: sandboxClaim,
    bodyOptional: true,
    invalid: cannotClaim,
    describe,
    answers: { 200: json(claimed, 'The twin as it is now.') },
    errors: [sandboxNotFound, problems.insufficientPermissions, twinExists],
    run: ({ target, body }, context) => claimSandbox(target, body, context),
  }),

  endpoint({
    id: 'testmode.getMails',
    method: 'GET',
    path: '/testmode/sandboxes/{sandboxId}/mails',
    title: 'Get mails',
    description: 'What the sandbox would have sent, newest first; the last 200 are kept.',
    access: managed,
    query: listQuery,
    invalid: cannotListMails,
    secret: true,
    answers: { 200: json(mailList, 'One page of mails.') },
    run: ({ target, query }, context) => listMails(target.resource.id, query, context),
  }),
];
