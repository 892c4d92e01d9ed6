import { rename } from 'node:fs/promises';
import sharp, { type Exif } from 'sharp';
import { EngineFailure } from '../../engine.ts';
import { readPicture } from '../dense/picture.ts';
import type { PhotoFacts } from '../prepare/metadata.ts';

/** What becomes of the metadata of a photo in its picture. */
export type PictureKind = 'pixels only' | 'with metadata';

/**
 * Writes the pixels of a photo anew: programs of others never see a byte that somebody sent. Pixels stand as in the photo, which is
 * not turned. Without losses as a PNG, or, since such programs read metadata of a JPEG only, as one of the best quality with what a
 * feature matcher uses: the lens and the place.
 * Throws an `EngineFailure` that names the photo when it cannot be decoded.
 */
export async function writeCleanPicture(
  photo: { readonly path: string; readonly name: string; readonly facts: PhotoFacts; readonly kind: PictureKind },
  to: string,
): Promise<void> {
  const { width, height, rgb } = await readPicture(photo.path).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The photo "${photo.name}" cannot be decoded: ${reason}`;
    throw new EngineFailure('InputFile_Invalid', message, undefined, [photo.name]);
  });
  const part = `${to}.part`;
  const picture = sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false });
  if (photo.kind === 'pixels only') await picture.png({ compressionLevel: 1 }).toFile(part);
  else {
    const named = picture.withExif(cleanExif(photo.facts));
    await named.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toFile(part);
  }
  await rename(part, to);
}

/** By the directories of EXIF: IFD0 is of the camera, IFD2 of the photo, IFD3 of the place. */
function cleanExif({ width, lens, gps }: PhotoFacts): Exif {
  const { make, model, focalLength, focalLengthIn35mm, resolution } = lens;
  const perUnit = resolution && fraction(resolution.perUnit, 10_000);
  const length = focalLength && fraction(focalLength, 10_000);
  return {
    IFD0: { ...(make && { Make: make }), ...(model && { Model: model }) },
    IFD2: {
      PixelXDimension: String(width),
      ...(length && { FocalLength: length }),
      ...(focalLengthIn35mm && { FocalLengthIn35mmFilm: String(Math.min(65_535, Math.round(focalLengthIn35mm))) }),
      ...(perUnit && {
        FocalPlaneXResolution: perUnit,
        FocalPlaneResolutionUnit: resolution.unit === 'centimetre' ? '3' : '2',
      }),
    },
    IFD3: gps === null ? {} : placeOf(gps),
  };
}

function placeOf({ latitude, longitude, height }: NonNullable<PhotoFacts['gps']>): Record<string, string> {
  const altitude = height === null ? undefined : fraction(Math.abs(height), 1000);
  return {
    GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
    GPSLatitude: degrees(latitude),
    GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
    GPSLongitude: degrees(longitude),
    ...(altitude && { GPSAltitudeRef: (height ?? 0) < 0 ? '1' : '0', GPSAltitude: altitude }),
  };
}

/** To a millionth of a second: 30 micrometers. */
function degrees(value: number): string {
  const millionths = Math.round(Math.abs(value) * 3.6e9);
  const [whole, rest] = [Math.floor(millionths / 3.6e9), millionths % 3.6e9];
  return `${whole}/1 ${Math.floor(rest / 6e7)}/1 ${rest % 6e7}/1000000`;
}

/** As EXIF writes numbers; undefined for one that it cannot hold. */
function fraction(value: number, denominator: number): string | undefined {
  const numerator = Math.round(value * denominator);
  return numerator > 0 && numerator < 2 ** 32 ? `${numerator}/${denominator}` : undefined;
}
