import { enableCompileCache } from 'node:module';
import { addressOf, isBuilt } from '../start/built.ts';

/*
 * The process of an engine. A server starts it and talks to it over IPC; people start it without a server:
 *
 *   npm run -s engine -- <engine> '<parameters as JSON>' | <file with them>
 *
 * It prints progress to the standard error, the result as JSON to the standard output, and ends with 0, with 1 when the
 * input is at fault, with 2 when it was called wrongly, with 3 when something unexpected happened.
 */
// compiled code is kept between runs, which halves the time of a small one; what is imported comes after
enableCompileCache();
const built = isBuilt();
const { engines } = (await import(addressOf('engines', built))) as typeof import('./engines.ts');
const { runEngines } = (await import(addressOf('engine-process', built))) as typeof import('./process.ts');
await runEngines(engines);
