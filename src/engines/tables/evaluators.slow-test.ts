import { sized } from '../../../test/support/chance.ts';

/** The same as in every run, with many more filters. */
process.env.FILTERS ??= String(sized(10_000, 100_000));
await import('./evaluators.test.ts');
