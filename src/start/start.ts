import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppOptions, openApp } from '../app/app.ts';
import { keepToOurselves } from '../app/data-folder.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type Log, openLog } from '../std/log.ts';
import { bannerOf } from './banner.ts';
import { giveBackStartMemory, limitYoungGeneration } from './memory.ts';
import { openOperatorsPort } from './operators-port.ts';
import { startupProblemOf } from './startup-problem.ts';
import { keepWorkers } from './workers.ts';

/** Between two attempts to start while something is away. */
const shortestPauseMs = 250;
const longestPauseMs = 5000;

/** Runs the program; it alone touches the process: environment, signals, exit codes. */
export function main(): Promise<void> {
  let config: Config | undefined;
  const begin = async () => {
    config = readConfig(process.env);
    await run(config);
  };
  return begin().catch((error: unknown) => {
    const obstacle = startupProblemOf(error, config);
    console.error(obstacle?.sentence ?? error);
    process.exit(obstacle ? 2 : 1);
  });
}

async function run(config: Config): Promise<void> {
  keepToOurselves();
  const { log, flush } = openLog(config.logLevel, process.stdout.isTTY);
  const end = endAtSignals();
  const close = config.processes > 1 && cluster.isPrimary ? await lead(config, log) : await work(config, log);
  end.by(() => close().then(flush));
}

type Close = () => Promise<void>;

/** Starts the processes that share the work, and looks after them. */
async function lead(config: Config, log: Log): Promise<Close> {
  const { app, link } = await patiently(config, () => opened(config, { log }, true));
  const metrics = config.metrics && (await import('../metrics/metrics.ts')).metricsOfWorkers(app.figures);
  if (metrics === undefined) await app.close(); // else it tells of the installation
  const workers = keepWorkers(config.processes, log);
  await workers.ready;
  const operators = await openOperatorsPort(config.metrics, { health: app.health, metrics, log });
  console.log(bannerOf(config, link, performance.now()));
  return async () => {
    await workers.stop();
    await operators?.close();
    if (metrics) await app.close();
  };
}

/** Does what the role is: answers requests, works on jobs, or both. */
async function work(config: Config, log: Log): Promise<Close> {
  const checkAnswers = ['test', 'development'].includes(process.env.NODE_ENV ?? '');
  const many = config.processes > 1;
  const metrics = config.metrics && (await import('../metrics/metrics.ts')).openMetrics();
  const tracing = config.tracing && (await (await import('../tracing/tracing.ts')).openTracing(config.tracing, log));
  const options = { log, checkAnswers, onAnswer: metrics?.answered, tracer: tracing?.tracer };
  const { app, link } = await patiently(config, () => opened(config, options, !many));
  metrics?.watch(many ? app.figures.filter(({ of }) => of === 'process') : app.figures);
  const port = await app.listen();
  const operators = many
    ? undefined
    : await openOperatorsPort(config.metrics, { health: app.health, metrics: metrics?.text, log });
  if (many) process.send?.('ready');
  else console.log(bannerOf(atPort(config, port), link, performance.now()));
  giveBackStartMemory();
  limitYoungGeneration();
  return async () => {
    await app.close();
    await operators?.close();
    await tracing?.close();
  };
}

/** The program with its stores open; `first`: it also does what is done once on each machine. */
async function opened(config: Config, options: AppOptions, first: boolean) {
  const app = await openApp(config, options);
  try {
    return { app, link: first ? await app.prepare() : undefined };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Starts as soon as the databases, stores and disks that it needs are there: they may be started after us. */
async function patiently<T>(config: Config, start: () => Promise<T>): Promise<T> {
  let said = '';
  for (let pause = shortestPauseMs; ; pause = Math.min(longestPauseMs, pause * 2)) {
    try {
      return await start();
    } catch (error) {
      const obstacle = startupProblemOf(error, config);
      if (!obstacle?.waits) throw error;
      if (obstacle.sentence !== said) console.error(`${obstacle.sentence} The start waits for it.`);
      said = obstacle.sentence;
      await sleep(pause);
    }
  }
}

/** With PORT=0 the system chooses; the addresses were made before it did. */
const atPort = (config: Config, port: number | undefined): Config => ({ ...config, port: port ?? config.port });

/**
 * Ends at the first signal once what `by` was told last is finished, at the second one at once. It listens from the
 * start to the end: a signal that came while listeners are changed would be lost.
 */
function endAtSignals(): { by(close: () => Promise<void>): void } {
  let close = async () => {}; // while it starts there is nothing to finish
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
  return {
    by(next) {
      close = next;
    },
  };
}
