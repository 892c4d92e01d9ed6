import cluster from 'node:cluster';
import { openApp } from './app.ts';
import { bannerOf } from './banner.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { keepToOurselves } from './data-folder.ts';
import { openLog } from './kernel/log.ts';
import { boundYoungMemory, giveBackStartMemory } from './start-memory.ts';
import { keepWorkers } from './workers.ts';

/** Runs the program; it alone touches the process: environment, signals, exit codes. */
export function main(): Promise<void> {
  return run().catch((error: unknown) => {
    const known = error instanceof ConfigError || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    console.error(known ? explained(error as Error) : error);
    process.exit(known ? 2 : 1);
  });
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  keepToOurselves();
  const { log, flush } = openLog(config.logLevel, process.stdout.isTTY);
  const checkAnswers = ['test', 'development'].includes(process.env.NODE_ENV ?? '');
  const many = config.processes > 1;
  if (many && cluster.isPrimary) {
    const app = await openApp(config, { log, checkAnswers });
    const link = await app.prepare();
    await app.close();
    const workers = keepWorkers(config.processes, log);
    await workers.ready;
    console.log(bannerOf(config, link, performance.now()));
    return endWith(() => workers.stop().then(flush));
  }
  const app = await openApp(config, { log, checkAnswers });
  const link = many ? undefined : await app.prepare();
  const port = await app.listen();
  if (many) process.send?.('ready');
  else console.log(bannerOf(atPort(config, port), link, performance.now()));
  giveBackStartMemory();
  boundYoungMemory();
  endWith(() => app.close().then(flush));
}

/** With PORT=0 the system chooses; the addresses were made before it did. */
const atPort = (config: Config, port: number): Config => ({ ...config, port });

/** Ends at the first signal once requests and jobs are finished, at the second one at once. */
function endWith(close: () => Promise<void>): void {
  let ending = false;
  const end = () => {
    if (ending) process.exit(130);
    ending = true;
    close().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', end);
  if (cluster.isPrimary) process.on('SIGINT', end);
  else {
    process.on('SIGINT', () => {}); // the terminal sends it to all; the primary says when to end
    process.on('disconnect', end);
  }
}

function explained(error: Error): string {
  if (!('port' in error)) return error.message;
  return `Port ${error.port} is already in use. Stop the program that listens there, or choose another with PORT.`;
}
