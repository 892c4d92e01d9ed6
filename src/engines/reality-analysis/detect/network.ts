import { failures } from '../failures.ts';
import { BrokenMessage, type Field, fieldsOf, textOf } from './protobuf.ts';

/** An input or output of a network; sizes that vary are null. */
export interface NetworkPort {
  readonly name: string;
  /** Of its numbers: "float32"; undefined where the network does not say. */
  readonly type: string | undefined;
  readonly dimensions: readonly (number | null)[] | undefined;
}

export interface Network {
  readonly inputs: readonly NetworkPort[];
  readonly outputs: readonly NetworkPort[];
  /** The program that wrote it. */
  readonly producer?: string;
  /** Of the standard operators. */
  readonly opset: number;
  /** What its program noted in it. */
  readonly metadata: ReadonlyMap<string, string>;
}

/** Types of numbers by their number in the format. */
const elementTypes: Readonly<Record<number, string>> = {
  1: 'float32',
  2: 'uint8',
  3: 'int8',
  4: 'uint16',
  5: 'int16',
  6: 'int32',
  7: 'int64',
  8: 'string',
  9: 'bool',
  10: 'float16',
  11: 'float64',
  12: 'uint32',
  13: 'uint64',
  16: 'bfloat16',
};

const standardDomains: readonly string[] = ['', 'ai.onnx', 'ai.onnx.ml'];
const deepest = 32;
const external = 1;

/*
 * Fields of the messages of ONNX by their numbers. Looked at before a runtime sees the file, since a network may name files
 * beside it and operators that are not in the standard.
 */
const model = { producer: 2, graph: 7, opset: 8, properties: 14, training: 20, functions: 25 } as const;
const graph = { node: 1, initializer: 5, input: 11, output: 12, sparse: 15 } as const;
const node = { attribute: 5, domain: 7, operator: 4 } as const;
const attribute = { tensor: 5, graph: 6, tensors: 10, graphs: 11, sparse: 22, sparses: 23 } as const;
const sparse = { values: 1, indices: 2 } as const;
const tensor = { external: 13, location: 14, name: 8 } as const;
const functionOf = { node: 7, domain: 10 } as const;

/** What a network takes and gives. Throws DetectorNotRunnable where it needs more than itself. */
export function inspectNetwork(bytes: Uint8Array): Network {
  try {
    const fields = [...fieldsOf(bytes)];
    const inFunctions = fields.filter(({ number }) => number === model.functions);
    const own = inFunctions.map((one) => textIn(one.bytes, functionOf.domain));
    const domains = new Set([...standardDomains, ...own]);
    for (const one of inFunctions) checkNodes(one.bytes, functionOf.node, domains, 0);
    if (fields.some(({ number }) => number === model.training))
      throw failures.notRunnable('The network holds steps of a training.');
    const main = fields.find(({ number }) => number === model.graph);
    if (main === undefined) throw failures.notRunnable('The file holds no network.');
    checkGraph(main.bytes, domains, 0);
    return { ...portsOf(main.bytes), ...factsOf(fields) };
  } catch (error) {
    throw error instanceof BrokenMessage ? failures.notRunnable('The file is no network in the format ONNX.') : error;
  }
}

/** Whether a file has the form of a network, whatever is in it. */
export function isNetwork(bytes: Uint8Array): boolean {
  try {
    return [...fieldsOf(bytes)].some(({ number }) => number === model.graph);
  } catch (error) {
    if (error instanceof BrokenMessage) return false;
    throw error;
  }
}

/** More of what a program noted is left out: everything that is looked for is short. */
const longestNote = 65_536;

function factsOf(fields: readonly Field[]): Pick<Network, 'producer' | 'opset' | 'metadata'> {
  const metadata = new Map<string, string>();
  let [producer, opset] = ['', 0];
  for (const { number, bytes } of fields) {
    if (number === model.producer) producer = textOf(bytes);
    if (number === model.properties) metadata.set(textIn(bytes, 1), textIn(bytes, 2).slice(0, longestNote));
    if (number === model.opset && standardDomains.includes(textIn(bytes, 1)) && textIn(bytes, 1) !== 'ai.onnx.ml') {
      for (const field of fieldsOf(bytes)) if (field.number === 2) opset = field.value;
    }
  }
  return { ...(producer === '' ? {} : { producer }), opset, metadata };
}

function textIn(bytes: Uint8Array, number: number): string {
  for (const field of fieldsOf(bytes)) if (field.number === number) return textOf(field.bytes);
  return '';
}

function checkGraph(bytes: Uint8Array, domains: ReadonlySet<string>, depth: number): void {
  if (depth > deepest) throw failures.notRunnable('The network is nested too deeply.');
  checkNodes(bytes, graph.node, domains, depth);
  for (const field of fieldsOf(bytes)) {
    if (field.number === graph.initializer) checkTensor(field.bytes);
    if (field.number === graph.sparse) checkSparse(field.bytes);
  }
}

function checkNodes(bytes: Uint8Array, number: number, domains: ReadonlySet<string>, depth: number): void {
  for (const field of fieldsOf(bytes)) {
    if (field.number !== number) continue;
    const domain = textIn(field.bytes, node.domain);
    if (!domains.has(domain)) {
      const operator = `${domain}.${textIn(field.bytes, node.operator)}`;
      throw failures.notRunnable(`The network uses the custom operator '${operator}'.`);
    }
    for (const inner of fieldsOf(field.bytes))
      if (inner.number === node.attribute) checkAttribute(inner, domains, depth);
  }
}

function checkAttribute({ bytes }: Field, domains: ReadonlySet<string>, depth: number): void {
  for (const field of fieldsOf(bytes)) {
    if (field.number === attribute.tensor || field.number === attribute.tensors) checkTensor(field.bytes);
    if (field.number === attribute.sparse || field.number === attribute.sparses) checkSparse(field.bytes);
    if (field.number === attribute.graph || field.number === attribute.graphs)
      checkGraph(field.bytes, domains, depth + 1);
  }
}

function checkSparse(bytes: Uint8Array): void {
  for (const field of fieldsOf(bytes)) {
    if (field.number === sparse.values || field.number === sparse.indices) checkTensor(field.bytes);
  }
}

function checkTensor(bytes: Uint8Array): void {
  for (const { number, value } of fieldsOf(bytes)) {
    if (number === tensor.external || (number === tensor.location && value === external)) {
      throw failures.notRunnable(`The weights '${textIn(bytes, tensor.name)}' lie in another file.`);
    }
  }
}

/** Weights may be named among the inputs; they are none. */
function portsOf(bytes: Uint8Array): Pick<Network, 'inputs' | 'outputs'> {
  const weights = new Set<string>();
  const inputs: NetworkPort[] = [];
  const outputs: NetworkPort[] = [];
  for (const field of fieldsOf(bytes)) {
    if (field.number === graph.initializer) weights.add(textIn(field.bytes, tensor.name));
    if (field.number === graph.input) inputs.push(portOf(field.bytes));
    if (field.number === graph.output) outputs.push(portOf(field.bytes));
  }
  return { inputs: inputs.filter(({ name }) => !weights.has(name)), outputs };
}

const within = (bytes: Uint8Array, number: number): Uint8Array | undefined => {
  for (const field of fieldsOf(bytes)) if (field.number === number) return field.bytes;
  return undefined;
};

/** Name, type and shape: value_info.type.tensor_type.elem_type, .shape.dim[].dim_value. */
function portOf(bytes: Uint8Array): NetworkPort {
  const type = within(bytes, 2);
  const ofTensor = type && within(type, 1);
  const shape = ofTensor && within(ofTensor, 2);
  const dimensions = shape && [...fieldsOf(shape)].map(({ bytes: dimension }) => sizeOf(dimension));
  return { name: textIn(bytes, 1), type: ofTensor && typeIn(ofTensor), dimensions };
}

function typeIn(tensorType: Uint8Array): string | undefined {
  for (const { number, value } of fieldsOf(tensorType)) if (number === 1) return elementTypes[value];
  return undefined;
}

function sizeOf(dimension: Uint8Array): number | null {
  for (const { number, value } of fieldsOf(dimension)) if (number === 1 && value > 0) return value;
  return null;
}
