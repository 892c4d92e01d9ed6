import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { EngineContext } from '../../engine.ts';
import { imported, lines } from '../../ifc/testing/files.ts';
import type { ElementRecord } from '../../snapshot/types.ts';
import { compareSnapshots } from '../compare.ts';
import type { CompareParams, CompareResult } from '../params.ts';

/** The arrays of a result, as the API describes them. */
export type Arrays = Readonly<Record<string, readonly unknown[]>>;

export interface Compared {
  readonly result: CompareResult;
  readonly full: Arrays;
  readonly minimal: Arrays;
  /** Opcode and type of every changed element by GlobalId. */
  readonly changes: Readonly<Record<string, readonly [opcode: unknown, type: unknown]>>;
  /** Accessor → old and new value of a changed element. */
  valuesOf(globalId: string): Readonly<Record<string, readonly [unknown, unknown]>>;
}

const silent: EngineContext = { progress: () => {}, log: () => {} };

/** A folder for one run, removed after the tests. */
export function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'));
  after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Runs the engine and reads what it wrote. */
export async function compared(params: Omit<CompareParams, 'output'>, context = silent): Promise<Compared> {
  const result = await compareSnapshots({ ...params, output: runFolder() }, context);
  const [full, minimal] = [read(result.full), read(result.minimal)];
  for (const arrays of [full, minimal]) {
    const lengths = Object.values(arrays).map((array) => array.length);
    assert.deepEqual(new Set(lengths), new Set([full.elements?.length ?? 0]), 'arrays of different lengths');
  }
  const { globalIds = [], opcodes = [], type = [], properties = [], oldValues = [], newValues = [] } = full;
  return {
    result,
    full,
    minimal,
    changes: Object.fromEntries(globalIds.map((id, at) => [id, [opcodes[at], type[at]]])),
    valuesOf(globalId) {
      const at = globalIds.indexOf(globalId);
      const [accessors, old, now] = [properties[at], oldValues[at], newValues[at]] as unknown[][];
      return Object.fromEntries((accessors ?? []).map((accessor, n) => [accessor, [old?.[n], now?.[n]]]));
    },
  };
}

const read = (path: string): Arrays => JSON.parse(readFileSync(path, 'utf8')).changedElements;

/** Imports two versions of a model, files or their texts, and compares them. */
export async function comparedFiles(before: string, after: string) {
  const first = await imported(before);
  const knownIds = join(runFolder(), 'ids');
  writeFileSync(
    knownIds,
    lines(first.result.newIds)
      .map((key) => `${key}\n`)
      .join(''),
  );
  const second = await imported(after, { knownIds });
  const result = await compared({ before: first.result.snapshot, after: second.result.snapshot });
  const of = (globalId: string): ElementRecord => second.of(globalId);
  return { ...result, before: first, after: second, of };
}
