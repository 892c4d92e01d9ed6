import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

/** Real engines that stop in their work and go on at a word, so that no test depends on how long they take. */
export interface EngineGate {
  /** The program of the engines, for `engineProgram` of a platform. */
  readonly program: string;
  /** From now on this engine stops at its first step. */
  close(engine: string): void;
  /** Lets those that wait go on, and others pass. */
  open(engine: string): void;
  /** The pid of the process that waits at the gate. */
  arrived(engine: string): Promise<number>;
  /** Kills the one that waits. */
  kill(engine: string): Promise<void>;
  remove(): void;
}

let gate: EngineGate | undefined;

/** The gate of this process: test files that share one share it, too. */
export function engineGate(): EngineGate {
  gate ??= openGate();
  return gate;
}

/** A program that knows the folder: engines get nothing of the environment of who starts them. */
function programAt(folder: string): string {
  const program = join(folder, 'engines.ts');
  const gated = new URL('./gated-engines.ts', import.meta.url).href;
  const lines = [
    `process.env.TEST_ENGINE_GATE = ${JSON.stringify(folder)};`,
    `await import('${gated}');`,
    'export {};',
  ];
  writeFileSync(program, lines.join('\n'));
  return program;
}

function openGate(): EngineGate {
  const folder = mkdtempSync(join(tmpdir(), 'twin-gate-'));
  const bar = (engine: string) => join(folder, `${engine}.closed`);
  const waiting = (engine: string) =>
    readdirSync(folder).filter((name) => name.startsWith(`${engine}.`) && name.endsWith('.waits'));
  const arrived = async (engine: string): Promise<number> => {
    let pid = 0;
    await eventually(async () => {
      pid = Number(waiting(engine)[0]?.split('.')[1] ?? 0);
      if (pid === 0) throw new Error(`No '${engine}' has come to the gate.`);
    });
    return pid;
  };
  return {
    program: programAt(folder),
    close: (engine) => writeFileSync(bar(engine), ''),
    open(engine) {
      rmSync(bar(engine), { force: true });
      for (const name of waiting(engine)) rmSync(join(folder, name));
    },
    arrived,
    async kill(engine) {
      const pid = await arrived(engine);
      rmSync(join(folder, `${engine}.${pid}.waits`));
      process.kill(pid, 'SIGKILL');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
