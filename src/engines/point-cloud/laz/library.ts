import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** A function of the library: numbers in, a number out. */
export type Call = (...numbers: number[]) => number;

/** A function of a class; it is called with its context, then with the object. */
export interface Method {
  readonly call: Call;
  readonly context: number;
}

export interface LazPerf {
  /** Of its memory; another one once the memory has grown. */
  bytes(): Uint8Array;
  readonly malloc: Call;
  readonly free: Call;
  /** Its decoder of one chunk. */
  readonly decoder: { readonly make: Method; readonly open: Method; readonly getPoint: Method; readonly end: Call };
}

const file = 'laz-perf/lib/node/laz-perf.wasm';
const pageSize = 65_536;
const isCall = (value: unknown): value is Call => typeof value === 'function';

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Loads laz-perf, without the script that its makers give with it: that calls through objects which it checks and makes anew for
 * each point, which takes a quarter of the time. The library tells its functions when it starts; they are called as they are.
 */
export async function loadLazPerf(): Promise<LazPerf> {
  compiled ??= readFile(createRequire(import.meta.url).resolve(file)).then((bytes) => WebAssembly.compile(bytes));
  const module = await compiled;
  const told: Told[] = [];
  const instance: { readonly exports: WebAssembly.Exports } = await WebAssembly.instantiate(
    module,
    importsOf(module, told, () => instance.exports),
  );
  const { exports } = instance;
  callOf(exports, 'emscripten_stack_init')();
  callOf(exports, '__wasm_call_ctors')();
  return {
    bytes: () => new Uint8Array(memoryOf(exports).buffer),
    malloc: callOf(exports, 'malloc'),
    free: callOf(exports, 'free'),
    decoder: decoderIn(told, exports),
  };
}

/** A registration: what of, and the numbers that come with it. */
interface Told {
  readonly what: string;
  readonly numbers: readonly number[];
}

/** What the library asks of its surroundings: memory and errors. All else it only tells, or it is about output and locales. */
function importsOf(module: WebAssembly.Module, told: Told[], exports: () => WebAssembly.Exports): WebAssembly.Imports {
  const fail = (why: string) => () => {
    throw new Error(why);
  };
  const own: Readonly<Record<string, Call>> = {
    emscripten_resize_heap(size = 0) {
      const memory = memoryOf(exports());
      memory.grow(Math.ceil((size - memory.buffer.byteLength) / pageSize));
      return 1;
    },
    emscripten_memcpy_big(to = 0, from = 0, size = 0) {
      new Uint8Array(memoryOf(exports()).buffer).copyWithin(to, from, from + size);
      return to;
    },
    __cxa_allocate_exception: (size = 0) => callOf(exports(), 'malloc')(size + headOfException) + headOfException,
    __cxa_throw: fail('The decoder threw.'),
    abort: fail('The decoder gave up.'),
  };
  const imports: Record<string, Record<string, Call>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const tell: Call = (...numbers) => {
      told.push({ what: name, numbers });
      return 0;
    };
    imports[from] = { ...imports[from], [name]: own[name] ?? tell };
  }
  return imports;
}

const headOfException = 24;

/** Where a registration has what, in the order of `embind`. */
const ofClass = { name: 10, end: 12 } as const;
const ofConstructor = { call: 4, context: 5 } as const;
const ofMethod = { name: 1, call: 5, context: 6 } as const;

function decoderIn(told: readonly Told[], exports: WebAssembly.Exports): LazPerf['decoder'] {
  const of = (what: string) => told.filter((one) => one.what === `_embind_register_${what}`).map((one) => one.numbers);
  const text = (at = 0) => {
    const bytes = new Uint8Array(memoryOf(exports).buffer);
    return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString('latin1');
  };
  const found = of('class').find((numbers) => text(numbers[ofClass.name]) === 'ChunkDecoder') ?? [];
  const make = of('class_constructor').find(([type]) => type === found[0]) ?? [];
  const method = (name: string): Method => {
    const numbers = of('class_function').find((one) => one[0] === found[0] && text(one[ofMethod.name]) === name) ?? [];
    return { call: entryOf(exports, numbers[ofMethod.call]), context: numbers[ofMethod.context] ?? 0 };
  };
  return {
    make: { call: entryOf(exports, make[ofConstructor.call]), context: make[ofConstructor.context] ?? 0 },
    open: method('open'),
    getPoint: method('getPoint'),
    end: entryOf(exports, found[ofClass.end]),
  };
}

const changed = (what: string): Error => new Error(`The library laz-perf is not what it was: ${what}.`);

function memoryOf({ memory }: WebAssembly.Exports): WebAssembly.Memory {
  if (memory instanceof WebAssembly.Memory) return memory;
  throw changed('it has no memory');
}

function callOf(exports: WebAssembly.Exports, name: string): Call {
  const found: unknown = exports[name];
  if (isCall(found)) return found;
  throw changed(`it has no ${name}`);
}

/** A function by its number. */
function entryOf({ __indirect_function_table: table }: WebAssembly.Exports, number: number | undefined): Call {
  const found: unknown = number !== undefined && table instanceof WebAssembly.Table ? table.get(number) : undefined;
  if (isCall(found)) return found;
  throw changed('a function of its decoder is missing');
}
