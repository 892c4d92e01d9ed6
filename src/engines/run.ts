import { enableCompileCache } from 'node:module';

/* The process of an engine: a server starts it and talks to it over IPC, people start it by `npm run -s engine`. */

// compiled code is kept between runs, which halves the time of a small one; what is imported comes after
enableCompileCache();
const { engines } = await import('./engines.ts');
const { runEngines } = await import('./process.ts');
await runEngines(engines);
