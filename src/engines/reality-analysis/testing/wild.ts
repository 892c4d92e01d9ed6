import { boxCases, type ConstantInput, type ConstantOutput, constantNetwork, labelsFile } from './layouts.ts';
import type { ElementType } from './onnx.ts';

type Random = () => number;

/** One of them. */
const oneOf = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

const types: readonly ElementType[] = ['float32', 'float16', 'float64', 'uint8', 'int32', 'int64'];
const layouts = [
  'pair',
  'yolov8',
  'yolov5',
  'end2end',
  'yolov8seg',
  'detr',
  'ssd',
  'torchvision',
  'mask',
  'maskBinary',
  'maskClasses',
];
const numbers = [0, 1, -1, 0.5, 0.9, 3, 60, 1e30, -1e30, Number.NaN, Number.POSITIVE_INFINITY];

/** A network in some layout, of which something is changed: forms, types and numbers of outputs, and what describes them. */
export function wildPackage(random: Random): Record<string, Buffer | string> {
  const base = oneOf(random, boxCases);
  const isChanged = (share: number) => random() < share;
  const outputs = base.outputs.map((one) => (isChanged(0.3) ? changedOutput(random, one) : one));
  const inputs = base.inputs.map((one, at) => (at === 0 ? smallInput(random, one) : one));
  const names = base.outputs.map(({ name }) => name);
  const output = {
    ...base.metadata.output,
    ...(isChanged(0.15) && {
      layout: oneOf(random, layouts),
      tensor: oneOf(random, names),
      mask: oneOf(random, names),
    }),
    ...(isChanged(0.15) && {
      boxes: oneOf(random, names),
      scores: oneOf(random, names),
      classes: oneOf(random, names),
    }),
    ...(isChanged(0.1) && { transposed: isChanged(0.5), activation: oneOf(random, ['none', 'sigmoid', 'softmax']) }),
    ...(isChanged(0.1) && { background: oneOf(random, ['first', 'last', 'none']) }),
    ...(isChanged(0.2) && { scoreThreshold: 0, nms: false }),
  };
  const input = { ...base.metadata.input, ...(isChanged(0.2) && { fit: oneOf(random, ['stretch', 'shortestSide']) }) };
  const labels = isChanged(0.1) ? { 0: 'thing' } : base.labels;
  return {
    'model.onnx': constantNetwork(inputs, outputs),
    ...(isChanged(0.8) && { 'metadata.json': JSON.stringify({ input, output }) }),
    ...(isChanged(0.8) && { 'labels.json': labelsFile(labels) }),
  };
}

/** Fewer pixels, of another form or type now and then. */
function smallInput(random: Random, { name, dims, type }: ConstantInput): ConstantInput {
  const small = dims.map((size) => (typeof size === 'number' && size > 3 ? oneOf(random, [256, 320]) : size));
  if (random() < 0.8) return { name, dims: small, ...(type === undefined ? {} : { type }) };
  return { name, dims: random() < 0.5 ? small.slice(1) : small.toReversed(), type: oneOf(random, types) };
}

function changedOutput(random: Random, { name, dims, values, type = 'float32' }: ConstantOutput): ConstantOutput {
  switch (oneOf(random, ['form', 'type', 'number', 'fewer', 'none'] as const)) {
    case 'form':
      return { name, dims: random() < 0.5 ? [1, ...dims] : dims.toReversed(), values, type };
    case 'type': {
      const other = oneOf(random, types);
      return { name, dims, values: values.map((value) => typed(value, other)), type: other };
    }
    case 'number':
      return {
        name,
        dims,
        type,
        values: values.map((value) => (random() < 0.05 ? typed(oneOf(random, numbers), type) : value)),
      };
    case 'fewer': {
      const shorter = [...dims.slice(0, -1), Math.max(0, (dims.at(-1) ?? 1) - 1)];
      return {
        name,
        dims: shorter,
        values: values.slice(
          0,
          shorter.reduce((all, one) => all * one, 1),
        ),
        type,
      };
    }
    case 'none':
      return { name, dims: dims.map((size, at) => (at === dims.length - 1 ? size : 0)), values: [], type };
  }
}

const typed = (value: number, type: ElementType): number =>
  /int/.test(type) ? Math.trunc(Number.isFinite(value) ? Math.max(-9, Math.min(99, value)) : 7) : value;
