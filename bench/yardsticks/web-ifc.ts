import { readFileSync } from 'node:fs';
import { IfcAPI } from 'web-ifc';

/*
 * The library that our import makes its meshes with, alone: opens a file, reads all its lines in the quickest way it
 * has, makes all its meshes, and keeps nothing. `node web-ifc.ts <file>` prints the seconds.
 */
const started = performance.now();
const api = new IfcAPI();
await api.Init();
api.SetLogLevel(6);
const model = api.OpenModel(readFileSync(process.argv[2] ?? ''), { COORDINATE_TO_ORIGIN: false });
const lines = api.GetAllLines(model);
for (let n = 0; n < lines.size(); n++) api.GetRawLineData(model, lines.get(n));
let triangles = 0;
api.StreamAllMeshes(model, (mesh) => {
  for (let n = 0; n < mesh.geometries.size(); n++) {
    const geometry = api.GetGeometry(model, mesh.geometries.get(n).geometryExpressID);
    api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
    triangles += api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()).length / 3;
    geometry.delete();
  }
});
if (triangles === 0) throw new Error('There are no meshes in the file.');
console.log((performance.now() - started) / 1000);
