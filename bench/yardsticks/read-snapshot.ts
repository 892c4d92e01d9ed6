import { openFile } from '../../src/engines/random-access.ts';
import { openSnapshot } from '../../src/engines/snapshot/reader.ts';

/* What every look at a whole model costs at least: `node read-snapshot.ts <snapshot>` reads all its elements. */
const snapshot = await openSnapshot(await openFile(process.argv[2] ?? ''));
let elements = 0;
for await (const _ of snapshot.elements()) elements++;
await snapshot.close();
if (elements !== snapshot.header.counts.elements) throw new Error(`${elements} elements were read.`);
