/** What is used of it here; the types of Node leave it out. */
declare namespace WebAssembly {
  class Module {
    static imports(module: Module): { readonly module: string; readonly name: string }[];
    private readonly compiled: unknown;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Table {
    get(index: number): unknown;
  }
  type Exports = Readonly<Record<string, unknown>>;
  type Imports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Imports): Promise<{ readonly exports: Exports }>;
}
