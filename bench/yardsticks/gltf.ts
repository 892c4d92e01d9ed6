import { NodeIO } from '@gltf-transform/core';

/* The library of others for this format, alone: reads a file and writes it. `node gltf.ts <file> <copy>`. */
const [from = '', to = ''] = process.argv.slice(2);
const io = new NodeIO();
await io.write(to, await io.read(from));
