import { commandLine } from '../src/config/command-line.ts';
import { addressOf, isBuilt } from '../src/std/built.ts';

const usage = `
Runs an engine without a server:

  npm run -s engine -- <engine> '<parameters as JSON>' | <file with them>

It prints progress to the standard error, the result as JSON to the standard output, and ends with 0, with 1 when the
input is at fault, with 2 when it was called wrongly, with 3 when something unexpected happened.
`;
commandLine({ usage, words: { most: 2 } });
await import(addressOf('engine', isBuilt()));
