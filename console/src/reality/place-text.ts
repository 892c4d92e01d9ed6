import type { Listed } from './shapes.ts';

/** Where it is on earth, and its system. */
export function placeText({ extent, crs }: Pick<Listed, 'extent' | 'crs'>): string | null {
  const system = crs && [crs.id, crs.verticalId?.replace('EPSG:', '')].filter(Boolean).join('+');
  if (!extent) return system ?? null;
  const { southWest, northEast } = extent;
  const latitude = (southWest.latitude + northEast.latitude) / 2;
  const longitude = (southWest.longitude + northEast.longitude) / 2;
  const place = `${Math.abs(latitude).toFixed(4)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude).toFixed(4)}° ${longitude < 0 ? 'W' : 'E'}`;
  return system ? `${place} · ${system}` : place;
}
