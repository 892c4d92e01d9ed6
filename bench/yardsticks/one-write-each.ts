import { openApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/std/log.ts';

/** The platform itself, but with a transaction and an fsync for each write. */
const config = readConfig(process.env);
const { log } = openLog(config.logLevel, false);
const app = await openApp(config, { log, sqlite: { writesTogether: 1 } });
await app.prepare();
await app.listen();
process.on('SIGTERM', () => app.close().then(() => process.exit(0)));
