/** Slips that somebody could make, one per kind of mistake and area: what `npm run mutate` puts into a copy of the program. */
interface Slip {
  readonly id: number;
  /** From the root of the checkout. */
  readonly file: string;
  /** Source text that occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** What goes wrong for a user. */
  readonly what: string;
  /** Parts of the paths of the test files that ought to find it. */
  readonly tests: readonly string[];
}
export interface Fault extends Slip {
  readonly kind: string;
}

const conditions: readonly Slip[] = [
  {
    id: 1,
    file: 'src/areas/storage/change.ts',
    find: 'row.locked_by !== null && row.locked_by !== userId;',
    replace: 'row.locked_by !== null && row.locked_by === userId;',
    what: 'The lock of a file keeps out who holds it, and lets all others change the file.',
    tests: ['src/areas/storage/storage.test'],
  },
  {
    id: 2,
    file: 'src/areas/forms/definition/delete.ts',
    find: '(stored > 0 && !hard)',
    replace: '(stored > 0 && hard)',
    what: 'A definition with deleted forms goes without being asked for, and never when it is asked for.',
    tests: ['src/areas/forms/forms.test'],
  },
  {
    id: 3,
    file: 'src/areas/reality-conversion/job/inputs.ts',
    find: 'types.length > 1 ?',
    replace: 'types.length > 2 ?',
    what: 'A conversion takes inputs of two formats.',
    tests: ['src/areas/reality-conversion/reality-conversion.test'],
  },
  {
    id: 4,
    file: 'src/auth-server/oidc/policy.ts',
    find: `asked?.prompts.has('consent') && !asked.state.consented`,
    replace: `asked?.prompts.has('consent') && asked.state.consented`,
    what: 'An application that asks for consent anew gets none, or no end of it.',
    tests: ['src/auth-server/oidc/authorize.test'],
  },
  {
    id: 5,
    file: 'src/areas/capture/workspace/delete.ts',
    find: `if (job.state === 'active')`,
    replace: `if (job.state !== 'active')`,
    what: 'Jobs at work go with their workspace without a word, and those that were never submitted stay.',
    tests: ['src/areas/capture/capture.test'],
  },
  {
    id: 6,
    file: 'src/areas/mesh-export/export/delete.ts',
    find: `row.status !== 'Complete' && row.status !== 'Invalid'`,
    replace: `row.status !== 'Complete' && row.status === 'Invalid'`,
    what: 'An export is deleted while it waits or is made, and an Invalid one never.',
    tests: ['src/areas/mesh-export/mesh-export.test'],
  },
  {
    id: 7,
    file: 'src/areas/library/component/references.ts',
    find: 'return lost || (known.catalogs',
    replace: 'return lost && (known.catalogs',
    what: 'A component refers to a category or a catalog that is not there.',
    tests: ['src/areas/library/library.test'],
  },
  {
    id: 8,
    file: 'src/areas/webhooks/dispatch/verdict.ts',
    find: 'failedFor >= plan.giveUpAfter && failedMessages',
    replace: 'failedFor >= plan.giveUpAfter || failedMessages',
    what: 'A webhook is switched off after twenty failures within a minute.',
    tests: ['src/areas/webhooks/dispatch/'],
  },
];

const permissions: readonly Slip[] = [
  {
    id: 9,
    file: 'src/areas/scenes/scene/endpoints.ts',
    find: 'access: onSceneToDelete,',
    replace: 'access: onScene(read),',
    what: 'Who may read a scene may delete it.',
    tests: ['test/security/permission-matrix'],
  },
  {
    id: 10,
    file: 'src/areas/saved-views/access.ts',
    find: 'item.created_by === context.caller.userId && item.read_only !== 1;',
    replace: 'item.created_by === context.caller.userId;',
    what: 'Who made a group changes it though it is read-only.',
    tests: ['src/areas/saved-views/saved-views.test'],
  },
  {
    id: 11,
    file: 'src/areas/users/user/endpoints.ts',
    find: 'return users.filter((user) => near(user) || shared.has(user.id));',
    replace: 'return users;',
    what: 'Names and e-mails of strangers are told by their ids.',
    tests: ['src/areas/users/users.test'],
  },
  {
    id: 12,
    file: 'src/areas/models/access.ts',
    find: `permission('models_manage', 'storage_write')`,
    replace: `permission('models_manage', 'storage_write', 'models_read')`,
    what: 'Who may read a model cancels its imports.',
    tests: ['src/areas/models/models.test'],
  },
  {
    id: 13,
    file: 'src/areas/audit/entry/endpoints.ts',
    find: 'caller.organizationId === null || caller.organizationAdministrator',
    replace: `caller.organizationId === null || caller.kind === 'user'`,
    what: 'Everybody reads the audit log of their organization.',
    tests: ['src/areas/audit/audit.test'],
  },
  {
    id: 14,
    file: 'src/areas/access-control/member/membership.ts',
    find: `role.built_in !== 'Owner' && permissionsOf(role).every((name) => access.may(name))`,
    replace: `role.built_in !== 'Owner'`,
    what: 'Who may invite gives roles with more permissions than they have.',
    tests: ['src/areas/access-control/user-member.test'],
  },
  {
    id: 15,
    file: 'src/areas/federation/access.ts',
    find: `if (definition.builtIn === 'models') return access.may('models_read') || access.may('models_webview');`,
    replace: '',
    what: 'A package role lets somebody read models that their own roles keep from them.',
    tests: ['src/areas/federation/federation.test'],
  },
  {
    id: 16,
    file: 'src/areas/reality-analysis/detector/create.ts',
    find: '(caller.organizationAdministrator && caller.organizationId !== null)',
    replace: 'caller.organizationId !== null',
    what: 'Everybody in an organization makes detectors in the name of a vendor.',
    tests: ['src/areas/reality-analysis/reality-analysis.test'],
  },
];

const statuses: readonly Slip[] = [
  {
    id: 17,
    file: 'src/areas/jobs/change.ts',
    find: 'return fail(jobNotRetryable);',
    replace: 'return fail(jobNotFound);',
    what: 'A job that cannot be tried again is said to be gone: 404 in the place of 409.',
    tests: ['src/areas/jobs/jobs.test'],
  },
  {
    id: 18,
    file: 'src/areas/twins/errors.ts',
    find: `problem(409, 'twinHasChildren'`,
    replace: `problem(422, 'twinHasChildren'`,
    what: 'The deletion of a twin with children is 422 in the place of 409.',
    tests: ['src/areas/twins/twins.test'],
  },
  {
    id: 19,
    file: 'src/api/http/pipeline.ts',
    find: 'outcome: fail(problems.notAcceptable)',
    replace: 'outcome: fail(problems.resourceNotFound)',
    what: 'A media type that there is not is 404 in the place of 406.',
    tests: ['src/api/http/http.test'],
  },
  {
    id: 20,
    file: 'src/areas/reality-data/data/move.ts',
    find: 'return fail(alreadyThere);',
    replace: `return refused(invalidChange('Reality data is already within the given twin.', 'twinId'));`,
    what: 'A move into the same twin is 422 in the place of 409.',
    tests: ['src/areas/reality-data/reality-data.test'],
  },
  {
    id: 21,
    file: 'src/areas/library/catalog/change.ts',
    find: '? row : fail(catalogs.taken);',
    replace: '? row : fail(catalogs.invalidCreate);',
    what: 'A new catalog with a name that is taken is 422 in the place of 409.',
    tests: ['src/areas/library/library.test'],
  },
  {
    id: 22,
    file: 'src/areas/changed-elements/comparison/create.ts',
    find: 'return isFailed(added) || added.isNew ? added : fail(comparisonExists);',
    replace: 'return added;',
    what: 'A comparison that is there already is 202, as if it were made now, in the place of 409.',
    tests: ['src/areas/changed-elements/changed-elements.test'],
  },
];

const transactions: readonly Slip[] = [
  {
    id: 23,
    file: 'src/kernel/db/sqlite.ts',
    find: 'if (undoesTransaction(value)) savepoint.undo();',
    replace: 'if (undoesTransaction(value)) actions.length = 0;',
    what: 'What was written before a refusal half-way stays.',
    tests: ['src/kernel/db/database.test'],
  },
  {
    id: 24,
    file: 'src/kernel/db/sqlite.ts',
    find: 'afterCommit: (action) => void actions.push(action)',
    replace: 'afterCommit: (action) => action()',
    what: 'Effects of a change happen before its commit, and also when it is undone.',
    tests: ['src/kernel/db/database.test'],
  },
  {
    id: 25,
    file: 'src/areas/scenes/object/bulk.ts',
    find: `    if (isFailed(ids)) return ids;
    const rows = await wholeObjects(tx, ids);
    return ids.flatMap((id) => rows.get(id) ?? []);
  });
`,
    replace: `    if (isFailed(ids)) return { refusal: ids };
    const rows = await wholeObjects(tx, ids);
    return ids.flatMap((id) => rows.get(id) ?? []);
  });
  if ('refusal' in outcome) return outcome.refusal;
`,
    what: 'Of several changes to a scene of which one is refused, those before it are done.',
    tests: ['src/areas/scenes/scenes.test'],
  },
  {
    id: 26,
    file: 'src/auth-server/setup.ts',
    find: `await applyOrganization(core, tx, organization, now);
    for (const user of`,
    replace: `await applyOrganization(core, tx, organization, now);
  });
  await core.db.write(async (tx) => {
    for (const user of`,
    what: 'Of a set-up file with a fault the first half is applied.',
    tests: ['src/auth-server/identity/setup.test'],
  },
  {
    id: 27,
    file: 'src/areas/library/document/change.ts',
    find: `return filled === 'tooLarge' ? filled : settled`,
    replace: `return filled === 'tooLarge' ? fail(invalidDocument, { details: [tooLarge(fileBytes)] }) : settled`,
    what: 'The upload of a file that was refused as too large is not removed: that is undone with the refusal.',
    tests: ['src/areas/library/maintenance.test'],
  },
];

const pages: readonly Slip[] = [
  {
    id: 28,
    file: 'src/api/query/paging.ts',
    find: 'next: at(skip + shown)',
    replace: 'next: at(skip + shown + 1)',
    what: 'Who follows the links of a list misses an item between two pages.',
    tests: ['src/areas/access-control/user-member.test'],
  },
  {
    id: 29,
    file: 'src/areas/forms/paging.ts',
    find: 'read({ ...asked, top: asked.top + 1 })',
    replace: 'read({ ...asked, top: asked.top })',
    what: 'No list of forms has a second page.',
    tests: ['src/areas/forms/forms.test'],
  },
  {
    id: 30,
    file: 'src/areas/audit/entry/endpoints.ts',
    find: 'const last = entries.at(-1);',
    replace: 'const last = rows.at(-1);',
    what: 'An entry of the audit log is missing between two pages.',
    tests: ['src/areas/audit/audit.test'],
  },
  {
    id: 31,
    file: 'src/areas/storage/recycle-bin/list.ts',
    find: `.orderBy('recycled', 'desc')`,
    replace: `.orderBy('recycled', 'asc')`,
    what: 'What was deleted last is at the end of the recycle bin.',
    tests: ['src/areas/storage/storage.test'],
  },
  {
    id: 32,
    file: 'src/areas/pnid/store/runs.ts',
    find: `query.orderBy('created', 'desc').orderBy('id')`,
    replace: `query.orderBy('created', 'asc').orderBy('id')`,
    what: 'Inferences of drawings come the oldest first, and their second page is wrong.',
    tests: ['src/areas/pnid/pnid.test'],
  },
  {
    id: 33,
    file: 'src/areas/reality-data/list/store.ts',
    find: `order.descending ? 'desc' : 'asc'`,
    replace: `order.descending ? 'asc' : 'desc'`,
    what: 'Lists of reality data are in the opposite order.',
    tests: ['src/areas/reality-data/reality-data.test'],
  },
];

const events: readonly Slip[] = [
  {
    id: 34,
    file: 'src/areas/access-control/member/membership.ts',
    find: 'const joined = before.length === 0 && place === 0;',
    replace: 'const joined = before.length === 0;',
    what: 'A new member with two roles is told of as two new members.',
    tests: ['src/areas/access-control/user-member.test'],
  },
  {
    id: 35,
    file: 'src/areas/storage/recycle-bin/restore.ts',
    find: `'storage.fileUpdated.v1'`,
    replace: `'storage.fileCreated.v1'`,
    what: 'A file that is restored is told of as a new one.',
    tests: ['src/areas/webhooks/further-events.test'],
  },
  {
    id: 36,
    file: 'src/areas/twins/twin/delete.ts',
    find: `await raiseTwinEvent(context.ports.events.raise, tx, 'twins.twinDeleted.v1', row, context.caller.userId);`,
    replace: '',
    what: 'Nobody hears that a twin was deleted.',
    tests: ['src/areas/twins/twins.test'],
  },
  {
    id: 37,
    file: 'src/areas/forms/attachment/files.ts',
    find: 'if (row.blob_id !== null) return;',
    replace: '',
    what: 'A file that replaces another one is told of as attached once more.',
    tests: ['src/areas/forms/forms.test'],
  },
  {
    id: 38,
    file: 'src/areas/changed-elements/comparison/end.ts',
    find: `await events.raise(tx, { type: 'changedElements.jobCompleted.v1', twin, content });`,
    replace: '',
    what: 'Nobody hears that a comparison has ended.',
    tests: ['src/areas/changed-elements/jobs.test'],
  },
];

const others: readonly Slip[] = [
  {
    id: 39,
    file: 'src/areas/carbon-calculation/mapping/endpoints.ts',
    find: `    check: mappingFaults,
    version,
`,
    replace: `    check: mappingFaults,
`,
    what: 'If-Match of a change to a mapping is ignored, so that work of somebody else is lost.',
    tests: ['src/areas/carbon-calculation/carbon-calculation.test'],
  },
  {
    id: 40,
    file: 'src/api/http/pipeline.ts',
    find: `if (endpoint.method !== 'POST' || endpoint.secret || typeof key !== 'string') return runIt();`,
    replace: 'return runIt();',
    what: 'A request that is repeated under its Idempotency-Key is done twice.',
    tests: ['src/api/http/http.test'],
  },
];

const byKind = { condition: conditions, permission: permissions, status: statuses, transaction: transactions };
export const faults: readonly Fault[] = Object.entries({
  ...byKind,
  page: pages,
  event: events,
  other: others,
}).flatMap(([kind, slips]) => slips.map((slip) => ({ ...slip, kind })));
