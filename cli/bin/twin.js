#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// npm links this file before anything is built
module.enableCompileCache?.();
const built = new URL('../dist/main.js', import.meta.url);
if (existsSync(built)) await import(built.href);
else {
  process.stderr.write('twin: The command line tool is not built yet. Run: npm run cli\n');
  process.exitCode = 1;
}
