import { createRequire } from 'node:module';

/** The library that knows IFC. Required, since an import looks through its 6 MB for signs of a module first (0.2 s). */
export const webIfc = createRequire(import.meta.url)('web-ifc') as typeof import('web-ifc');

export type IfcApi = InstanceType<typeof webIfc.IfcAPI>;
