import { anyCaller } from '../../../api/auth/access-rules.ts';
import { bytes, cached, empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { problems } from '../../../api/http/problem.ts';
import { dataForManaging, dataForMoving, dataForReading } from '../access.ts';
import {
  alreadyThere,
  fileNotFound,
  invalidCreate,
  invalidDelete,
  invalidMove,
  invalidPicture,
  invalidRequest,
  invalidUpdate,
  twinNotFound,
} from '../errors.ts';
import { checkBody, checkList, describeIssue } from '../rules.ts';
import {
  accessAnswer,
  dataCreate,
  dataList,
  dataMove,
  dataParams,
  dataUpdate,
  listQuery,
  oneData,
  pictureQuery,
  throughTwin,
} from '../schema.ts';
import { createData } from './create.ts';
import { deleteData } from './delete.ts';
import { linkTo } from './link.ts';
import { listData } from './list.ts';
import { moveData } from './move.ts';
import { pictureOf } from './picture.ts';
import { readData } from './read.ts';
import { updateDataOf } from './update.ts';

const prefix = '/reality-management/reality-data';
const shown = { params: dataParams, query: throughTwin, invalid: invalidRequest, describe: describeIssue };

export const dataEndpoints = [
  endpoint({
    id: 'realityData.create',
    method: 'POST',
    path: `${prefix}/`,
    title: 'Create reality data',
    description:
      'A new empty folder in the folder `Reality data` of the twin; with `storageItemId` the folder or file that is named, which must lie in the twin (and be readable with `storage_read`). One that is reality data already is answered as it is, with 200. What it holds is uploaded by the link of writeaccess, or by Storage.',
    access: anyCaller,
    changes: 'inTwin',
    body: dataCreate,
    bodyExample: { twinId: '3fa85f64-5717-4562-b3fc-2c963f66afa6', displayName: 'Site scan', type: 'LAS' },
    invalid: invalidCreate,
    describe: describeIssue,
    check: checkBody,
    answers: { 200: json(oneData, 'The item is reality data already.'), 201: json(oneData, 'The reality data.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ body }, context) => createData(body, context),
  }),

  endpoint({
    id: 'realityData.list',
    method: 'GET',
    path: `${prefix}/`,
    title: 'Get all reality data',
    description:
      'Of a twin, also what is associated with it; without `twinId` of all twins of which one is a member. `Prefer: return=representation` gives all properties. Sizes and types are those found when somebody last asked for the data itself, or wrote through a link.',
    access: anyCaller,
    query: listQuery,
    invalid: invalidRequest,
    describe: describeIssue,
    check: checkList,
    prefer: true,
    answers: { 200: json(dataList, 'A page; without `_links` it is the last.') },
    errors: [twinNotFound, problems.insufficientPermissions],
    run: ({ query, prefer }, context) => listData(query, prefer, context),
  }),

  endpoint({
    id: 'realityData.read',
    method: 'GET',
    path: `${prefix}/{id}`,
    title: 'Get reality data',
    access: dataForReading,
    ...shown,
    answers: { 200: json(oneData, 'The reality data.') },
    run: ({ target }, context) => readData(target, context),
  }),

  endpoint({
    id: 'realityData.update',
    method: 'PATCH',
    path: `${prefix}/{id}`,
    title: 'Modify reality data',
    description: 'What is read only may be sent, and is left as it is. Null clears an optional property.',
    access: dataForManaging,
    params: dataParams,
    body: dataUpdate,
    bodyExample: { displayName: 'Site scan, May', tags: ['scan'] },
    invalid: invalidUpdate,
    describe: describeIssue,
    check: checkBody,
    answers: { 200: json(oneData, 'The reality data.') },
    version: ({ row }) => row.version,
    run: ({ target, body }, context) => updateDataOf(target, body, context),
  }),

  endpoint({
    id: 'realityData.delete',
    method: 'DELETE',
    path: `${prefix}/{id}`,
    title: 'Delete reality data',
    description:
      'Its folder or file goes into the recycle bin of the twin, and can be restored there with everything that is known of it. Links to its files stop working.',
    access: dataForManaging,
    params: dataParams,
    invalid: invalidDelete,
    describe: describeIssue,
    answers: { 204: empty('It is in the recycle bin.') },
    version: ({ row }) => row.version,
    run: ({ target }, context) => deleteData(target, context),
  }),

  endpoint({
    id: 'realityData.readAccess',
    method: 'GET',
    path: `${prefix}/{id}/readaccess`,
    title: 'Get read access',
    description: 'A signed address of its files for clients of block blobs, which lists and reads them for an hour.',
    access: dataForReading,
    ...shown,
    answers: { 200: json(accessAnswer, 'The link.') },
    head: false,
    secret: true,
    run: ({ target }, context) => linkTo(target, 'Read', context),
  }),

  endpoint({
    id: 'realityData.writeAccess',
    method: 'GET',
    path: `${prefix}/{id}/writeaccess`,
    title: 'Get write access',
    description:
      'A signed address through which clients of block blobs also write and remove files, for an hour and while the caller has the right.',
    access: dataForManaging,
    ...shown,
    answers: { 200: json(accessAnswer, 'The link.') },
    head: false,
    secret: true,
    run: ({ target }, context) => linkTo(target, 'Write', context),
  }),

  endpoint({
    id: 'realityData.picture',
    method: 'GET',
    path: `${prefix}/{id}/picture`,
    title: 'Get picture of photo',
    description:
      'One of its files as a JPEG, for what browsers cannot draw, such as TIFF: never enlarged, pixels as they are stored and not turned. Up to 1 GiB and 120 million pixels. Our addition.',
    access: dataForReading,
    ...shown,
    query: pictureQuery,
    invalid: invalidPicture,
    head: false,
    answers: { 200: cached(bytes(['image/jpeg'], 'The picture.'), 'no-store') },
    errors: [fileNotFound],
    run: ({ target, query }, context) => pictureOf(target, query, context),
  }),

  endpoint({
    id: 'realityData.move',
    method: 'PATCH',
    path: `${prefix}/{id}/move`,
    title: 'Move reality data',
    description:
      'Into the folder `Reality data` of another twin of the same organization, with everything in it. Its own id stays; the ids in Storage of all of it begin with the other twin from then on.',
    access: dataForMoving,
    params: dataParams,
    body: dataMove,
    invalid: invalidMove,
    describe: describeIssue,
    answers: { 204: empty('It is in the other twin.') },
    errors: [twinNotFound, problems.insufficientPermissions, alreadyThere],
    version: ({ row }) => row.version,
    run: ({ target, body }, context) => moveData(target, body.twinId, context),
  }),
];
