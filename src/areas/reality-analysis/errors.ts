import { type Detail, problem } from '../../api/http/problem.ts';
import type { AnalysisApi } from './version.ts';

/** Refusals of both versions of the Reality Analysis API. */
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const jobNotFound = problem(404, 'JobNotFound', 'Requested job is not available.');
export const progressNotFound = problem(404, 'JobProgressNotFound', 'Requested job progress is not available.');
export const detectorNotFound = problem(404, 'DetectorNotFound', 'Requested detector is not available.');
export const detectorExists = problem(409, 'DetectorExists', 'This detector already exists.', 'name');
export const versionExists = problem(
  409,
  'DetectorVersionExists',
  'This version of the detector already exists.',
  'versionNumber',
);

const bad = <C extends AnalysisApi['code']>(code: C, what: string) => problem(400, code, what);

/** 400 of the operations on detectors. */
export const detectorProblems = ({ code }: AnalysisApi) => ({
  list: bad(code, 'Cannot retrieve detectors.'),
  create: bad(code, 'Cannot create detector.'),
  update: bad(code, 'Invalid request to Reality Analysis.'),
  remove: bad(code, 'Cannot delete detector.'),
  createVersion: bad(code, 'Cannot create detector version.'),
  complete: bad(code, 'Cannot complete detector version upload.'),
  publish: bad(code, 'Cannot publish detector version.'),
  unpublish: bad(code, 'Cannot unpublish detector version.'),
  removeVersion: bad(code, 'Cannot delete detector version.'),
  describe: bad(code, 'Cannot describe detector version.'),
  tryOut: bad(code, 'Cannot try out detector version.'),
});

/** Refusals of jobs: 422 in version 1; in version 2 only of cancelling. */
const unprocessable = (message: string) => problem(422, 'InvalidRealityDataAnalysisRequest', message);
export const jobProblems1 = {
  create: unprocessable('Cannot create job.'),
  list: unprocessable('Cannot find jobs.'),
  update: unprocessable('Cannot modify job.'),
  remove: unprocessable('Cannot delete job.'),
};
const words = 'Invalid request to Reality Analysis.';
export const jobProblems2 = {
  create: problem(400, 'InvalidRealityAnalysisRequest', words),
  list: problem(400, 'InvalidRealityAnalysisRequest', 'Cannot find jobs.'),
  cancel: problem(422, 'InvalidRealityAnalysisRequest', words),
};

export const detail = (code: string, message: string, target?: string): Detail => ({
  code,
  message,
  ...(target === undefined ? {} : { target }),
});
