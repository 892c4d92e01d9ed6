import { input, line } from '../../../kernel/schema/shapes.ts';
import { addTextFormat } from '../../../kernel/schema/validator.ts';

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
addTextFormat('exact-instant', (text) => form.test(text) && !Number.isNaN(Date.parse(text)));

const instantOf = (description: string) =>
  line({ format: 'exact-instant', untrimmed: true, description, examples: ['2026-01-31T00:00:00.000Z'] });

export const periodQuery = input({
  startDate: instantOf('The beginning of the period.'),
  endDate: instantOf('Its end, which is no part of it.'),
});
