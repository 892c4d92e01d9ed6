/** The same as in every run, with many more filters. */
process.env.FILTERS ??= '100000';
await import('./evaluators.test.ts');
