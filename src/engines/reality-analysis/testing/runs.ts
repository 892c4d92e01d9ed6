import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { analyse } from '../analysis.ts';
import type { AnalysisInput, AnalysisParams, AnalysisResult } from '../params.ts';

const folder = mkdtempSync(join(tmpdir(), 'analysis-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** A new empty folder. */
export function newFolder(): string {
  const made = join(folder, String(++count));
  mkdirSync(made);
  return made;
}

/** All files of a folder as an input. */
export const inputFrom = (
  role: string,
  path: string,
  id = `id-of-${role}`,
  only?: (name: string) => boolean,
): AnalysisInput => ({
  role,
  id,
  name: role,
  folder: path,
  files: readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => only?.(name) ?? true),
});

/** A scene as an input; its references to other data are replaced. */
export function sceneInput(
  role: string,
  text: string,
  references: Readonly<Record<string, string>> = {},
): AnalysisInput {
  const path = newFolder();
  const filled = Object.entries(references).reduce(
    (all, [name, id]) => all.replaceAll(`rds:${name}`, `rds:${id}`),
    text,
  );
  writeFileSync(join(path, 'ContextScene.json'), filled);
  return inputFrom(role, path);
}

export interface Run {
  readonly result: AnalysisResult;
  /** The inputs that it said it was at, in order. */
  readonly at: readonly string[];
  /** JSON of a file of an output. */
  json(output: string, file?: string): ReturnType<typeof JSON.parse>;
  path(output: string, file?: string): string;
}

/** Runs the engine in this process. */
export async function run(
  params: Pick<AnalysisParams, 'work' | 'inputs' | 'outputs'> & Partial<AnalysisParams>,
): Promise<Run> {
  const output = newFolder();
  const at: string[] = [];
  const quiet = { progress: () => {}, log: () => {}, at: (input: string) => void at.push(input) };
  const result = await analyse({ data: {}, options: {}, output, ...params }, quiet);
  const path = (name: string, file?: string) => {
    const made = result.outputs.find((one) => one.output === name);
    return join(made?.folder ?? output, file ?? made?.rootDocument ?? '');
  };
  return { result, at, path, json: (name, file) => JSON.parse(readFileSync(path(name, file), 'utf8')) };
}
