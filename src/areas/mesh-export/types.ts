import { type ExportType, exportTypes } from '../../engines/tiles/params.ts';

/** What our exporter makes now; an export of another version is made anew when it is asked for. */
export const exporterVersion = '1.0';

/** `3DFT` is a closed format: such exports are accepted and end Invalid. */
export const requestableTypes = [...exportTypes, '3DFT'] as const;
export type RequestableType = (typeof requestableTypes)[number];

export const isMade = (type: RequestableType): type is ExportType => type !== '3DFT';

/** The type that a text names in any case. */
export const typeNamed = (text: string): RequestableType | undefined =>
  requestableTypes.find((type) => type.toLowerCase() === text.toLowerCase());

/** Version of the format of what is made: of 3D Tiles, else the first of its own. */
export const typeVersionOf = (type: RequestableType): string =>
  ['3DTiles', 'CESIUM', 'MODEL'].includes(type) ? '1.1' : '1.0';
