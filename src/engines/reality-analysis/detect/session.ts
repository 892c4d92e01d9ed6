import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { messageOf } from '../../../std/errors.ts';
import { failures } from '../failures.ts';

/** Numbers of an output, and its shape. */
export interface Values {
  readonly values: ArrayLike<number>;
  readonly dims: readonly number[];
  /** "float32"; the values of all types are read. */
  readonly type: string;
}

export type Outputs = ReadonlyMap<string, Values>;

/** Numbers of an input, and its shape. */
export interface Fed {
  readonly values: Float32Array | Float16Array | Uint8Array | BigInt64Array;
  readonly dims: readonly number[];
}

/** A network that is loaded. */
export interface Session {
  /** All inputs by name in, all outputs by name out. Throws DetectorNotRunnable where the network fails on them. */
  run(inputs: Readonly<Record<string, Fed>>): Promise<Outputs>;
}

/**
 * Loads a network. The runtime is WASM on purpose: whatever a foreign network does to it, it sees its own memory and
 * nothing else, neither files nor addresses.
 */
export async function openSession(model: Uint8Array): Promise<Session> {
  const { InferenceSession, Tensor, env } = await import('onnxruntime-web/wasm');
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary ??= await runtime();
  env.logLevel = 'fatal';
  const options = { executionProviders: ['wasm'], graphOptimizationLevel: 'all', logSeverityLevel: 4 } as const;
  const session = await InferenceSession.create(model, options).catch((error: unknown) => {
    throw failures.notRunnable(`The network cannot be loaded: ${firstLine(error)}`);
  });
  return {
    async run(inputs) {
      const feeds = Object.fromEntries(
        Object.entries(inputs).map(([name, { values, dims }]) => {
          // the declarations of the library know no array of half floats yet; it takes and gives them
          const data = values as Exclude<Fed['values'], Float16Array>;
          return [name, new Tensor(typeOf(values), data, [...dims])];
        }),
      );
      const results = await session.run(feeds).catch((error: unknown) => {
        throw failures.notRunnable(`The network fails on its input: ${firstLine(error)}`);
      });
      return new Map(
        Object.entries(results).map(([name, { data, dims, type }]) => [name, { values: numbersOf(data), dims, type }]),
      );
    },
  };
}

function typeOf(values: Fed['values']): 'float32' | 'float16' | 'uint8' | 'int64' {
  if (values instanceof BigInt64Array) return 'int64';
  if (values instanceof Uint8Array) return 'uint8';
  return values instanceof Float32Array ? 'float32' : 'float16';
}

async function runtime(): Promise<ArrayBuffer> {
  const { resolve } = createRequire(import.meta.url);
  const bytes = await readFile(resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

/** Long integers as numbers; texts are none. */
function numbersOf(data: ArrayLike<number> | BigInt64Array | BigUint64Array | readonly string[]): ArrayLike<number> {
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return Float64Array.from(data, Number);
  return data instanceof Float32Array ? data : Float64Array.from(data, Number);
}

const firstLine = (error: unknown): string => messageOf(error).split('\n')[0]?.slice(0, 200) ?? '';
