import { Writable } from 'node:stream';
import yazl from 'yazl';
import { all, axis, type ElementType, initializer, message, model, node, number, port, tensor } from './onnx.ts';

/* Small networks that see, and packages around them. */

/** What tests make wrong with a network. */
export interface Faults {
  /** Of the last operator. */
  readonly domain?: string;
  readonly externalData?: boolean;
  readonly input?: string;
  readonly output?: string;
  readonly rank?: number;
  readonly opset?: number;
  /** Of the input; with a type of numbers that is not that of the weights it is converted first. */
  readonly dims?: readonly (number | string)[];
  readonly type?: ElementType;
}

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
  // to four dimensions of float32
  const cast = message(5, all(message(1, 'to'), number(3, 1), number(20, 2)));
  const inward = [
    ...(faults.type === undefined || faults.type === 'float32' ? [] : [node('Cast', [input], 'cast', cast)]),
    ...(faults.dims?.length === 3 ? [node('Unsqueeze', [input, 'first'], 'pictures')] : []),
  ];
  const isCast = inward.length > 0 && faults.dims?.length !== 3;
  const graph = all(
    ...inward,
    node('Conv', [isCast ? 'cast' : inward.length > 0 ? 'pictures' : input, 'W', 'B'], 'c'),
    node('Softmax', ['c'], output, faults.domain ? all(axis(1), message(7, faults.domain)) : axis(1)),
    message(2, 'colours'),
    initializer('first', [1], [0], 'int64'),
    message(5, tensor('W', [colours.length, 3, 1, 1], weights, external)),
    message(5, tensor('B', [colours.length], bias)),
    port(11, input, faults.dims ?? ['n', 3, ...rest], faults.type),
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

export async function zipOf(files: Readonly<Record<string, Buffer | string>>, compress = true): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { compress });
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
