import { type Detail, problem } from '../../api/http/problem.ts';

/** Refusals of the Reality Data API (capture.md section 7). */
export const dataNotFound = problem(404, 'RealityDataNotFound', 'Requested reality data is not available.');
export const fileNotFound = problem(404, 'FileNotFound', 'Requested file is not available.');
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const associationNotFound = problem(
  404,
  'AssociationNotFound',
  'Requested association between reality data and twin is not available.',
);
export const associationExists = problem(409, 'AssociationExists', 'Association with the same twin already exists.');

export const alreadyThere = problem(409, 'AlreadyExists', 'Reality data is already within the given twin.');

const invalid = (message: string) => problem(422, 'InvalidRealityDataRequest', message);
export const invalidCreate = invalid('Invalid request to create reality data. Can not create reality data.');
export const invalidUpdate = invalid('Invalid request to update reality data. Can not update reality data.');
export const invalidDelete = invalid('Invalid request to delete reality data. Can not delete reality data.');
export const invalidMove = invalid('Invalid request to move reality data. Can not move reality data.');
export const invalidPicture = invalid('The picture cannot be drawn.');
export const invalidRequest = invalid('Invalid RealityData request.');

export const invalidProperty = (target: string, message = 'Invalid parameter.'): Detail => ({
  code: 'InvalidValue',
  message,
  target,
});

export const invalidQuery = (target: string, value: unknown): Detail => ({
  code: 'InvalidParameter',
  message: `The value '${value}' is not valid.`,
  target,
});

export const invalidChange = (message: string, target: string): Detail => ({ code: 'InvalidChange', message, target });
