import { anyCaller } from '../../../api/auth/access-rules.ts';
import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { onView } from '../access.ts';
import { checkCharacters, checkPlace, describeBody } from '../body-rules.ts';
import { groupNotFound, invalidCreateView, invalidList, invalidUpdateView, savedViewNotFound } from '../errors.ts';
import { dataExample, newViewExample, viewExample, viewListExample } from '../examples.ts';
import {
  largestView,
  oneView,
  oneViewOrMinimal,
  viewCreate,
  viewList,
  viewsQuery,
  viewUpdate,
} from '../schema/view.ts';
import type { LocatedView } from '../store/views.ts';
import { checkNewView, createView } from './create.ts';
import { deleteView } from './delete.ts';
import { listViews } from './list.ts';
import { preferredReply } from './reply.ts';
import { updateView } from './update.ts';
import { versionOf } from './view.ts';

const version = ({ resource }: { readonly resource: LocatedView }) => versionOf(resource);
const example = { savedView: viewExample };

export const viewEndpoints = [
  endpoint({
    id: 'savedViews.getAllSavedViews',
    method: 'GET',
    path: '/savedviews/',
    title: 'Get all saved views',
    description:
      'Views that the caller sees of a twin, a model, a group, or what these have in common; at least one must be named. `Prefer: return=representation` gives savedViewData and the data of extensions; such a page ends early where it would hold more than 32 MiB.',
    access: anyCaller,
    query: viewsQuery,
    invalid: invalidList,
    check: (raw) => checkPlace(raw, 'twinId', 'modelId', 'groupId'),
    prefer: true,
    answers: { 200: json(viewList, 'By displayName without case.', viewListExample) },
    errors: [savedViewNotFound, groupNotFound],
    run: ({ query, prefer }, context) => listViews(query, prefer, context),
  }),

  endpoint({
    id: 'savedViews.getSavedView',
    method: 'GET',
    path: '/savedviews/{savedViewId}',
    title: 'Get saved view',
    description: '`Prefer: return=representation` gives the data of extensions, too.',
    access: onView('read'),
    prefer: true,
    answers: { 200: json(oneViewOrMinimal, 'The view.', example) },
    run: ({ target, prefer }, context) => preferredReply(target, prefer, context),
  }),

  endpoint({
    id: 'savedViews.createSavedView',
    method: 'POST',
    path: '/savedviews/',
    title: 'Create saved view',
    description:
      'Whoever sees the twin (and the model, if one is named) may make views in it. Texts outside of extensions must not contain any of < > & " \' and the full stop; clients write them as ++lst++, ++gtr++, ++and++, ++dqt++, ++sqt++ and ++dot++, which are returned as they are. The body may have 5 MiB.',
    access: anyCaller,
    changes: 'inTwin',
    body: viewCreate,
    bodyExample: newViewExample,
    maxBody: largestView,
    invalid: invalidCreateView,
    describe: describeBody,
    check: checkNewView,
    answers: { 201: json(oneView, 'The new view.', example) },
    errors: [problems.insufficientPermissions],
    run: ({ body }, context) => createView(body, context),
  }),

  endpoint({
    id: 'savedViews.updateSavedView',
    method: 'PATCH',
    path: '/savedviews/{savedViewId}',
    title: 'Update saved view',
    description:
      'What is given replaces what was there: savedViewData and tagIds as a whole. Into and out of a read-only group only with the permission `savedviews_manage`.',
    access: onView('change'),
    body: viewUpdate,
    bodyExample: { displayName: 'South facade', shared: false, savedViewData: dataExample },
    maxBody: largestView,
    invalid: invalidUpdateView,
    describe: describeBody,
    check: checkCharacters,
    version,
    answers: { 200: json(oneView, 'The view as it is now.', example) },
    run: ({ target, body }, context) => updateView(target, body, context),
  }),

  endpoint({
    id: 'savedViews.deleteSavedView',
    method: 'DELETE',
    path: '/savedviews/{savedViewId}',
    title: 'Delete saved view',
    description:
      'Its extensions and images go with it; group and tags stay. Out of a read-only group only with the permission `savedviews_manage`.',
    access: onView('change'),
    version,
    answers: { 204: empty('The view is gone.') },
    run: ({ target }, context) => deleteView(target, context),
  }),
];
