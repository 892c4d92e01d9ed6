import { problem } from '../../../api/http/problem.ts';

export const runInProgress = problem(409, 'PnIDInferenceRunInProgress', 'PnID Inference Run is not completed.');
export const invalidResult = problem(422, 'InvalidPnIDInferenceResultRequest', 'Cannot update PnID Inference Result.');
export const invalidTable = problem(
  422,
  'InvalidPnIDInferenceResultRequest',
  'Cannot get PnID Inference Result Table.',
);
