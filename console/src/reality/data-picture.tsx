import { type Icon, IconCloud, IconCube, IconFile, IconMap2, IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { isDrawable } from '../ui/stage/reality/drawable.ts';
import { useSeen } from '../ui/use-seen.ts';
import { pictureQuery } from './picture-query.ts';
import classes from './reality.module.css';
import type { Listed } from './shapes.ts';

const signs: readonly (readonly [types: readonly string[], sign: Icon])[] = [
  [['LAS', 'LAZ', 'E57', 'PLY', 'PCD', 'XYZ', 'PTX', 'GS_PLY', 'PNTS'], IconCloud],
  [['OBJ', 'GLB', 'GLTF', 'Cesium3DTiles'], IconCube],
  [['Orthophoto', 'OrthophotoDSM', 'GeoJSON', 'SHP', 'KML'], IconMap2],
  [['CCImageCollection', 'CCOrientations'], IconPhoto],
];

/** A small picture of what can be drawn, made when the card comes into view; a sign of the rest. */
export function DataPicture({ data, twinId }: { readonly data: Listed; readonly twinId: string }) {
  const { ref, seen } = useSeen<HTMLDivElement>();
  const { data: picture } = useQuery({ ...pictureQuery(data, twinId), enabled: seen && isDrawable(data) });
  const Sign = signs.find(([types]) => types.includes(data.type))?.[1] ?? IconFile;
  return (
    <div ref={ref} className={classes.picture} aria-hidden>
      {picture ? <img src={picture} alt="" /> : <Sign size={34} stroke={1.2} />}
    </div>
  );
}
