import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CloudInput,
  type CloudOutput,
  type ConversionParams,
  type ConversionResult,
  cloudInputs,
  cloudOutputs,
  type MeshInput,
  type MeshOutput,
  meshInputs,
  meshOutputs,
  type RasterInput,
  type RasterOutput,
  rasterInputs,
  rasterOutputs,
} from './conversion/params.ts';
import { type Engine, EngineFailure } from './engine.ts';

/** Converts files of one format to others; see params.ts. Each family is loaded when it is needed. */
export const convert: Engine<ConversionParams, ConversionResult> = async (params, context) => {
  const { format } = params;
  try {
    const [clouds, meshes, rasters] = [cloudsIn(params.outputs), meshesIn(params.outputs), rastersIn(params.outputs)];
    if (clouds && isIn<CloudInput>(cloudInputs, format)) {
      const { convertClouds } = await import('./point-cloud/convert.ts');
      return await convertClouds({ ...params, format, outputs: clouds }, context);
    }
    if (meshes && isIn<MeshInput>(meshInputs, format)) {
      const { convertMeshes } = await import('./textured-mesh/convert.ts');
      return await convertMeshes({ ...params, format, outputs: meshes }, context);
    }
    if (rasters && isIn<RasterInput>(rasterInputs, format)) {
      const { convertRasters } = await import('./raster/convert.ts');
      return await convertRasters({ ...params, format, outputs: rasters }, context);
    }
    throw new EngineFailure(
      'InputData_Invalid',
      `Files of the format ${format} cannot become ${params.outputs.join(', ')}.`,
      undefined,
      [format],
    );
  } finally {
    rmSync(join(params.output, 'work'), { recursive: true, force: true });
  }
};

const isIn = <T extends string>(list: readonly T[], value: string): value is T => list.some((one) => one === value);

/** The outputs as those of one family; undefined when one of them is of another. */
function familyOf<T extends string>(family: readonly T[], outputs: readonly string[]): T[] | undefined {
  const found = outputs.filter((one) => isIn(family, one));
  return found.length === outputs.length ? found : undefined;
}

const cloudsIn = (outputs: readonly string[]) => familyOf<CloudOutput>(cloudOutputs, outputs);
const meshesIn = (outputs: readonly string[]) => familyOf<MeshOutput>(meshOutputs, outputs);
const rastersIn = (outputs: readonly string[]) => familyOf<RasterOutput>(rasterOutputs, outputs);
