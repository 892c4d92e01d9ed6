import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { fill, newData } from '../../src/areas/reality-data/testing/fixture.ts';
import { project } from '../../src/engines/geometry/camera.ts';
import { plus } from '../../src/engines/geometry/vectors.ts';
import { heightAt, type Site } from '../../src/engines/photogrammetry/testing/site.ts';
import type { ConsolePlatform } from './console.ts';

/** A place on the ground of a site, as a surveyor tells it, and where photos show it, by their names. */
export function pointOf(site: Site, x: number, y: number) {
  const place = [x, y, heightAt(site, x, y)] as const;
  const seen = site.poses.flatMap((pose, n): [string, readonly [number, number]][] => {
    const at = project(site.camera, pose, place);
    const { width, height } = site.camera;
    const isIn = at && at[0] > 20 && at[1] > 20 && at[0] < width - 20 && at[1] < height - 20;
    return isIn ? [[`photo-${n + 1}.jpg`, at]] : [];
  });
  return { place: plus(place, site.origin), seen: new Map(seen) };
}

export const filesIn = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name));

const atOnce = 6;

/** Photos in rows over a site, so many; each is a small picture that tells its place. */
export async function manyPhotos(platform: ConsolePlatform, twinId: string, name: string, count: number) {
  const id = await newData(platform, platform.ada, { twinId, displayName: name, type: 'CCImageCollection' });
  const across = Math.ceil(Math.sqrt(count));
  const files: Record<string, Buffer> = {};
  for (let n = 0; n < count; n++) {
    const [x, y] = [n % across, Math.floor(n / across)];
    const told = (degrees: number, more: number) => `${degrees}/1 0/1 ${Math.round(more * 3600 * 1e5)}/100000`;
    const exif = {
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: told(48, 0.852 + y * 1e-4),
        GPSLongitudeRef: 'E',
        GPSLongitude: told(8, 0.335 + x * 1.4e-4),
        GPSAltitude: '328/1',
      },
    };
    const background = { r: 60 + ((x * 9) % 160), g: 110, b: 60 + ((y * 9) % 160) };
    const picture = sharp({ create: { width: 80, height: 60, channels: 3, background } }).withExif(exif);
    files[`DJ_${String(n + 1).padStart(4, '0')}.jpg`] = await picture.jpeg().toBuffer();
  }
  const all = Object.entries(files);
  const share = Math.ceil(all.length / atOnce);
  const parts = Array.from({ length: atOnce }, (_, n) => Object.fromEntries(all.slice(n * share, (n + 1) * share)));
  await Promise.all(parts.map((part) => fill(platform, platform.ada, id, part)));
  return id;
}
