import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { commandLine } from '../config/command-line.ts';
import { addressOf, isBuilt } from '../std/built.ts';

commandLine({
  usage: `
Starts the server until it gets SIGINT or SIGTERM:

  npm start

Environment variables configure it: docs/configuration.md lists them.
`,
});

// compiled code is kept between starts, so the program is imported after the cache is on
enableCompileCache();
const built = isBuilt();
if (!built && cluster.isPrimary)
  console.warn('Starting from the sources. A bundle of them, made by npm run build, starts in half the time.');
const { main } = (await import(addressOf('start', built))) as typeof import('./start.ts');
await main();
