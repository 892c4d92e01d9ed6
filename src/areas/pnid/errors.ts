import { type Detail, problem } from '../../api/http/problem.ts';

/** Refusals of the PnID to twin API, with the codes that were published, inconsistencies included (pnid.md section 3). */
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');

const inference = 'Requested PnID Inference is not available.';
export const modelNotFound = problem(404, 'PnIDModelNotFound', inference);
export const inferenceNotFound = problem(404, 'PnIDInferenceNotFound', inference);
/** Of the list of inputs, though no run is meant. */
export const inputsNotFound = problem(404, 'PnIDInferenceRunNotFound', inference);
export const runNotFound = problem(404, 'PnIDInferenceRunNotFound', 'Requested PnID Inference Run is not available.');
export const resultNotFound = problem(
  404,
  'PnIDInferenceRunNotFound',
  'Requested PnID Inference Result is not available.',
);
export const inputFileNotFound = problem(
  404,
  'PnIDInferenceInputFileNotFound',
  'Requested PnID Inference Input is not available.',
);

export const setNotFound = problem(404, 'PnIDSymbolSetNotFound', 'Requested PnID Symbol Set is not available.');
export const setInUse = problem(409, 'PnIDSymbolSetInUse', 'PnID Symbol Set is in use by PnID Inference Run.');
export const invalidSet = problem(422, 'InvalidPnIDSymbolSetRequest', 'Cannot change PnID Symbol Set.');
export const invalidSetList = problem(422, 'InvalidPnIDSymbolSetRequest', 'Cannot get PnID Symbol Sets.');

export const inferenceInUse = problem(409, 'PnIDInferenceInUse', 'PnID Inference is in use by PnID Inference Run.');
export const inputInUse = problem(
  409,
  'PnIDInferenceInputInUse',
  'PnID Inference Input is in use by PnID Inference Run.',
);
export const runExists = problem(
  409,
  'PnIDInferenceRunExists',
  'PnID Inference Run with current PnID Inference already exists.',
);

export const invalidCreate = problem(422, 'InvalidPnIDInferenceRequest', 'Cannot create PnID Inference.');
export const invalidList = problem(422, 'InvalidPnIDInferenceRequest', 'Cannot get PnID Inferences.');
export const invalidTags = problem(422, 'InvalidPnIDTagRequest', 'Cannot find PnID Tag.');
export const invalidCorrections = problem(
  422,
  'InvalidPnIDInferenceResultRequest',
  'Cannot get PnID Inference Corrections.',
);
export const invalidUpload = problem(422, 'InvalidPnIDInferenceInputRequest', 'Cannot upload PnID Inference Input.');
export const invalidStart = problem(422, 'InvalidPnIDInferenceRunRequest', 'Cannot start PnID Inference Run.');

export const invalidValue = (target: string, message: string): Detail => ({ code: 'InvalidValue', message, target });
export const invalidHeader = (target: string, message: string): Detail => ({
  code: 'InvalidHeaderValue',
  message,
  target,
});
export const invalidBody = (message: string): Detail => ({ code: 'InvalidRequestBody', message, target: null });
export const overQuota = (target: string, message: string): Detail => ({
  code: 'ResourceQuotaExceeded',
  message,
  target,
});
