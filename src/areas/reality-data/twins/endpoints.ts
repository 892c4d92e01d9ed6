import { empty, endpoint, json } from '../../../api/http/endpoint.ts';
import { dataAndItsTwin, dataAndTwin, dataForReading } from '../access.ts';
import { associationExists, associationNotFound, invalidRequest } from '../errors.ts';
import { describeIssue } from '../rules.ts';
import { associationAnswer, dataParams, dataTwinParams, twinsAnswer } from '../schema.ts';
import { associate, dissociate, listTwins } from './associate.ts';

const path = '/reality-management/reality-data/{id}/twins';
const pair = { params: dataTwinParams, invalid: invalidRequest, describe: describeIssue };

/** The twins whose members may read reality data. */
export const twinsEndpoints = [
  endpoint({
    id: 'realityData.listTwins',
    method: 'GET',
    path,
    title: 'Get twins of reality data',
    description: 'Its own first, then those with which it is associated.',
    access: dataForReading,
    params: dataParams,
    invalid: invalidRequest,
    describe: describeIssue,
    answers: { 200: json(twinsAnswer, 'Ids of twins.') },
    run: ({ target }, context) => listTwins(target, context),
  }),

  endpoint({
    id: 'realityData.associate',
    method: 'POST',
    path: `${path}/{twinId}`,
    title: 'Associate reality data with a twin',
    description: 'Members of the other twin who hold `realitydata_use` there may read it, too.',
    access: dataAndTwin,
    ...pair,
    answers: { 200: json(associationAnswer, 'The association.') },
    errors: [associationExists],
    run: ({ target }, context) => associate(target, context),
  }),

  endpoint({
    id: 'realityData.dissociate',
    method: 'DELETE',
    path: `${path}/{twinId}`,
    title: 'Dissociate reality data from a twin',
    access: dataAndItsTwin,
    ...pair,
    answers: { 204: empty('The association is gone.') },
    errors: [associationNotFound],
    run: ({ target }, context) => dissociate(target, context),
  }),
];
