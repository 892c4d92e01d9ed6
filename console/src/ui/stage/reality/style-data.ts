import { type CloudStyle, colourings, usualStyle } from '../scene/cloud/style.ts';

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const within = (value: unknown, low: number, high: number, otherwise: number): number =>
  typeof value === 'number' && value >= low && value <= high ? value : otherwise;

const truth = (value: unknown, otherwise: boolean): boolean => (typeof value === 'boolean' ? value : otherwise);

/** A style out of data that was kept; what it does not say is as usual. */
export function styleOf(data: unknown): CloudStyle {
  const hidden = memberOf(data, 'hidden');
  return {
    colouring: colourings.find((one) => one === memberOf(data, 'colouring')) ?? usualStyle.colouring,
    size: within(memberOf(data, 'size'), 1, 10, usualStyle.size),
    round: truth(memberOf(data, 'round'), usualStyle.round),
    eyeDome: truth(memberOf(data, 'eyeDome'), usualStyle.eyeDome),
    hidden: Array.isArray(hidden) ? hidden.filter((one) => Number.isInteger(one) && one >= 0 && one < 256) : [],
    points: within(memberOf(data, 'points'), 100_000, 50_000_000, usualStyle.points),
  };
}
