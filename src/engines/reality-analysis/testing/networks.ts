import { Writable } from 'node:stream';
import yazl from 'yazl';

/* A writer of small networks in the format ONNX, and of packages around them. */

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
const all = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts);

const tensor = (
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
const node = (operator: string, inputs: readonly string[], output: string, more: Buffer = Buffer.alloc(0)): Buffer =>
  message(
    1,
    all(...inputs.map((name) => message(1, name)), message(2, output), message(3, output), message(4, operator), more),
  );
const axis = (value: number): Buffer => message(5, all(message(1, 'axis'), number(3, value), number(20, 2)));
const port = (field: number, name: string, dims: readonly (string | number)[]): Buffer => {
  const shape = dims.map((dim) => message(1, typeof dim === 'string' ? message(2, dim) : number(1, dim)));
  return message(field, all(message(1, name), message(2, message(1, all(number(1, 1), message(2, all(...shape)))))));
};

/** What tests make wrong with a network. */
export interface Faults {
  /** Of the last operator. */
  readonly domain?: string;
  readonly externalData?: boolean;
  readonly input?: string;
  readonly output?: string;
  readonly rank?: number;
  readonly opset?: number;
}

const model = (graph: Buffer, opset: number): Buffer =>
  all(number(1, 8), message(2, 'test'), message(7, graph), message(8, all(message(1, ''), number(2, opset))));

/**
 * A network of images: each pixel is of the class whose colour is nearest to its own. It gives probabilities
 * `[1, classes, h, w]`.
 */
export function colourNetwork(colours: readonly (readonly [number, number, number])[], faults: Faults = {}): Buffer {
  // nearest colour: the greatest of 2 c·x − c·c
  const weights = colours.flatMap((colour) => colour.map((value) => (40 * 2 * value) / 255));
  const bias = colours.map((colour) => -40 * colour.reduce((sum, value) => sum + (value / 255) ** 2, 0));
  const external = faults.externalData
    ? message(13, all(message(1, 'location'), message(2, '/etc/passwd')))
    : undefined;
  const [input, output] = [faults.input ?? 'x', faults.output ?? 'prob'];
  const rest = ['h', 'w'].slice(0, (faults.rank ?? 4) - 2);
  const graph = all(
    node('Conv', [input, 'W', 'B'], 'c'),
    node('Softmax', ['c'], output, faults.domain ? all(axis(1), message(7, faults.domain)) : axis(1)),
    message(2, 'colours'),
    message(5, tensor('W', [colours.length, 3, 1, 1], weights, external)),
    message(5, tensor('B', [colours.length], bias)),
    port(11, input, ['n', 3, ...rest]),
    port(12, output, ['n', colours.length, ...rest]),
  );
  return model(graph, faults.opset ?? 17);
}

/** A network of points: class 1 where the first feature is above a bound, else 0. */
export function boundNetwork(features: number, bound: number): Buffer {
  const weights = Array.from({ length: 2 * features }, (_, at) => (at === 1 ? 20 : 0));
  const graph = all(
    node('Gemm', ['features', 'W', 'B'], 'g'),
    node('Softmax', ['g'], 'prob', axis(1)),
    message(2, 'bound'),
    message(5, tensor('W', [features, 2], weights)),
    message(5, tensor('B', [2], [0, -20 * bound])),
    port(11, 'features', ['n', features]),
    port(12, 'prob', ['n', 2]),
  );
  return model(graph, 17);
}

export const road: readonly (readonly [number, number, number])[] = [
  [110, 110, 112],
  [40, 38, 36],
  [230, 230, 225],
];
export const roadLabels = { 0: { Name: 'background' }, 1: { Name: 'pothole' }, 2: { Name: 'marking' } };
export const roadMetadata = { input: { name: 'x' }, output: { mask: 'prob', minPixels: 4 } };

/** The files of a package that finds dark and bright things on grey ones. */
export const roadPackage = (faults: Faults = {}): Record<string, Buffer | string> => ({
  'model.onnx': colourNetwork(road, faults),
  'labels.json': JSON.stringify(roadLabels),
  'metadata.json': JSON.stringify(roadMetadata),
});

export async function zipOf(files: Readonly<Record<string, Buffer | string>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  zip.outputStream.pipe(
    new Writable({
      write(chunk: Buffer, _, next) {
        chunks.push(chunk);
        next();
      },
    }),
  );
  await new Promise((resolve) => zip.outputStream.once('end', resolve));
  return Buffer.concat(chunks);
}
