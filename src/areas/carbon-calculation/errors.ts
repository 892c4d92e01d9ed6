import { type Detail, problem } from '../../kernel/http/problem.ts';

/** Refusals of the Carbon Calculation API. */
export const twinNotFound = problem(404, 'twinNotFound', 'Requested twin is not available.');
export const configurationNotFound = problem(
  404,
  'ConfigurationNotFound',
  'Requested Configuration is not available.',
  'configurationId',
);

/** 422; which operation cannot be done is in the message. */
export const invalid = (what: string) => problem(422, 'InvalidCarbonCalculationRequest', `Cannot ${what}.`);

export const invalidValue = (target: string, message: string): Detail => ({ code: 'InvalidValue', message, target });
export const invalidProperty = (target: string, message: string): Detail => ({
  code: 'InvalidProperty',
  message,
  target,
});
export const missing = (target: string): Detail => ({
  code: 'MissingRequiredProperty',
  message: 'Required property is missing.',
  target,
});
export const overQuota = (target: string, message: string): Detail => ({
  code: 'ResourceQuotaExceeded',
  message,
  target,
});
