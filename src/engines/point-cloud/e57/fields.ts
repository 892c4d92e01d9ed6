import { type ColumnName, colorNames, type PointBatch } from '../batch.ts';
import { type CloudToWrite, gridFor } from '../write/cloud.ts';

/** A field of the records that are written. */
export interface WrittenField {
  readonly name: string;
  /** Its attributes in the XML. */
  readonly declaration: string;
  readonly bits: number;
  /** The whole number from 0 that stands for the value of a point, or the double. */
  readonly value: (batch: PointBatch, n: number) => number;
}

/** The fields for what the points have. */
export function fieldsFor(cloud: CloudToWrite): WrittenField[] {
  const { spool, facts } = cloud;
  const has = (name: ColumnName) => spool.columns.includes(name);
  const whole = (name: string, column: ColumnName, most: number, from = 0): WrittenField[] =>
    has(column) ? [wholeField(name, column, most, from)] : [];
  const fine = !facts.eightBits;
  const colors = has('red')
    ? colorNames.map((column) => colorField(`color${column[0]?.toUpperCase()}${column.slice(1)}`, column, fine))
    : [];
  return [
    ...placeFields(cloud),
    ...whole('intensity', 'intensity', 65_535),
    ...colors,
    ...whole('returnIndex', 'returnNumber', 15, 1),
    ...whole('returnCount', 'returnCount', 15),
    ...(has('time') ? [timeField] : []),
    ...whole('point:classification', 'classification', 255),
    ...whole('point:userData', 'userData', 255),
    ...whole('point:pointSourceId', 'source', 65_535),
  ];
}

function placeFields(cloud: CloudToWrite): WrittenField[] {
  const { facts } = cloud;
  const { scale, offset } = gridFor(cloud);
  return (['x', 'y', 'z'] as const).map((axis, n) => {
    const [by, from] = [scale[n] ?? 1, offset[n] ?? 0];
    const wholeOf = (value: number) => Math.round((value - from) / by);
    const ends = [wholeOf(facts.low[n] ?? 0), wholeOf(facts.high[n] ?? 0)];
    const [least, most] = [Math.min(...ends), Math.max(...ends)];
    return {
      name: `cartesian${axis.toUpperCase()}`,
      declaration: `type="ScaledInteger" minimum="${least}" maximum="${most}" scale="${by}" offset="${from}"`,
      bits: most > least ? Math.floor(Math.log2(most - least)) + 1 : 0,
      value: (batch, at) => wholeOf(batch[axis][at] ?? 0) - least,
    };
  });
}

function wholeField(name: string, column: ColumnName, most: number, from: number): WrittenField {
  return {
    name,
    declaration: `type="Integer" minimum="0" maximum="${most}"`,
    bits: Math.floor(Math.log2(most)) + 1,
    value: ({ columns }, n) => Math.min(most, Math.max(0, (columns[column]?.[n] ?? 0) - from)),
  };
}

/** With 8 bits, unless they would lose something. */
function colorField(name: string, column: ColumnName, fine: boolean): WrittenField {
  const most = fine ? 65_535 : 255;
  return {
    name,
    declaration: `type="Integer" minimum="0" maximum="${most}"`,
    bits: fine ? 16 : 8,
    value: ({ columns }, n) => Math.round((columns[column]?.[n] ?? 0) / (fine ? 1 : 257)),
  };
}

const timeField: WrittenField = {
  name: 'timeStamp',
  declaration: 'type="Float" precision="double"',
  bits: 64,
  value: ({ columns }, n) => columns.time?.[n] ?? 0,
};
