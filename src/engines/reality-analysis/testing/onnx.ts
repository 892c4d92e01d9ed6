/* A writer of networks in the format ONNX. */

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(bytes);
}

export const number = (field: number, value: number): Buffer => Buffer.concat([varint(8 * field), varint(value)]);
export const message = (field: number, content: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint(8 * field + 2), varint(bytes.length), bytes]);
};
export const all = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts);

export const tensor = (
  name: string,
  dims: readonly number[],
  values: readonly number[],
  more: Buffer = Buffer.alloc(0),
): Buffer =>
  all(
    ...dims.map((dim) => number(1, dim)),
    number(2, 1),
    message(8, name),
    message(9, Buffer.from(Float32Array.from(values).buffer)),
    more,
  );
export const node = (
  operator: string,
  inputs: readonly string[],
  output: string,
  more: Buffer = Buffer.alloc(0),
): Buffer =>
  message(
    1,
    all(...inputs.map((name) => message(1, name)), message(2, output), message(3, output), message(4, operator), more),
  );
export const axis = (value: number): Buffer => message(5, all(message(1, 'axis'), number(3, value), number(20, 2)));
/** Types of numbers in the format, and how they are written. */
const elements = {
  float32: { code: 1, bytes: (values: readonly number[]) => Float32Array.from(values).buffer },
  float16: { code: 10, bytes: (values: readonly number[]) => Float16Array.from(values).buffer },
  float64: { code: 11, bytes: (values: readonly number[]) => Float64Array.from(values).buffer },
  uint8: { code: 2, bytes: (values: readonly number[]) => Uint8Array.from(values).buffer },
  int32: { code: 6, bytes: (values: readonly number[]) => Int32Array.from(values).buffer },
  int64: { code: 7, bytes: (values: readonly number[]) => BigInt64Array.from(values, BigInt).buffer },
} as const;
export type ElementType = keyof typeof elements;

/** An input (field 11) or output (12) of a graph; sizes that vary are texts. */
export const port = (
  field: 11 | 12,
  name: string,
  dims: readonly (string | number)[],
  type: ElementType = 'float32',
): Buffer => {
  const shape = dims.map((dim) => message(1, typeof dim === 'string' ? message(2, dim) : number(1, dim)));
  const { code } = elements[type];
  return message(field, all(message(1, name), message(2, message(1, all(number(1, code), message(2, all(...shape)))))));
};

/** Numbers that a network holds, of any type. */
export const initializer = (
  name: string,
  dims: readonly number[],
  values: readonly number[],
  type: ElementType,
): Buffer => {
  const { code, bytes } = elements[type];
  const content = Buffer.from(bytes(values));
  return message(5, all(...dims.map((dim) => number(1, dim)), number(2, code), message(8, name), message(9, content)));
};

/** A file with a graph, and what its program notes in it. */
export const model = (
  graph: Buffer,
  opset: number,
  notes: Readonly<Record<string, string>> = {},
  by = 'test',
): Buffer =>
  all(
    number(1, 8),
    message(2, by),
    message(7, graph),
    message(8, all(message(1, ''), number(2, opset))),
    ...Object.entries(notes).map(([key, value]) => message(14, all(message(1, key), message(2, value)))),
  );
