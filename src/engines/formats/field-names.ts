/** What a field of a file is for us, by its usual names. */
export type FieldUse =
  | ('x' | 'y' | 'z' | 'packedColor' | 'red' | 'green' | 'blue' | 'nearInfrared' | 'intensity' | 'classification')
  | ('returnNumber' | 'returnCount' | 'userData' | 'source' | 'time');

/** By their names without case, underscores and the `scalar_` of programs that have only such fields. */
const uses: Readonly<Record<string, FieldUse>> = {
  x: 'x',
  y: 'y',
  z: 'z',
  red: 'red',
  r: 'red',
  diffusered: 'red',
  green: 'green',
  g: 'green',
  diffusegreen: 'green',
  blue: 'blue',
  b: 'blue',
  diffuseblue: 'blue',
  nir: 'nearInfrared',
  nearinfrared: 'nearInfrared',
  infrared: 'nearInfrared',
  rgb: 'packedColor',
  rgba: 'packedColor',
  intensity: 'intensity',
  i: 'intensity',
  reflectance: 'intensity',
  amplitude: 'intensity',
  classification: 'classification',
  class: 'classification',
  label: 'classification',
  returnnumber: 'returnNumber',
  numberofreturns: 'returnCount',
  userdata: 'userData',
  pointsourceid: 'source',
  gpstime: 'time',
};

export const useOf = (name: string): FieldUse | undefined => {
  const plain = plainName(name).toLowerCase().replaceAll('_', '');
  return Object.hasOwn(uses, plain) ? uses[plain] : undefined;
};

/** As the person who made the field has called it. */
export const plainName = (name: string): string => name.replace(/^\/\//, '').replace(/^scalar_/i, '');
