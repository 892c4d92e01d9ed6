import exifReader from 'exif-reader';
import sharp from 'sharp';

/** What a photo tells of itself. */
export interface PhotoFacts {
  readonly width: number;
  readonly height: number;
  /** Pixels, from the focal length in the photo; null when it tells none. */
  readonly focal: number | null;
  readonly lens: Lens;
  /** Make, model and focal length: photos that are equal in it are of one camera. */
  readonly device: string;
  readonly taken: string | null;
  /** Degrees on WGS 84, and metres. */
  readonly gps: { readonly longitude: number; readonly latitude: number; readonly height: number | null } | null;
  /** Degrees: clockwise from north, above the horizon, to the right; -90 looks straight down. */
  readonly attitude: { readonly yaw: number; readonly pitch: number; readonly roll: number } | null;
}

/** Camera and lens, as far as the photo tells of them in a usable way. */
export interface Lens {
  readonly make?: string;
  readonly model?: string;
  /** Millimetres. */
  readonly focalLength?: number;
  /** Millimetres that a camera with a film of 35 mm had for the same picture. */
  readonly focalLengthIn35mm?: number;
  /** Pixels per inch or centimetre of the sensor. */
  readonly resolution?: { readonly perUnit: number; readonly unit: 'inch' | 'centimetre' };
}

/** Rejects when the file is no picture that can be read. */
export async function photoFacts(path: string): Promise<PhotoFacts> {
  const { width, height, exif, xmp } = await sharp(path, { failOn: 'error' }).metadata();
  const tags = exif === undefined ? {} : tagsOf(exif);
  const lens = lensOf(tags);
  return {
    width,
    height,
    focal: focalOf(lens, Math.max(width, height)),
    lens,
    device: [tags.Image?.Make, tags.Image?.Model, tags.Photo?.FocalLength].join(' '),
    taken: momentOf(tags.Photo?.DateTimeOriginal),
    gps: gpsOf(tags),
    attitude: xmp === undefined ? null : attitudeOf(xmp.toString('utf8')),
  };
}

/** By the groups of tags; a damaged photo has anything in them. */
type Tags = Partial<Record<'Image' | 'Photo' | 'GPSInfo', Readonly<Record<string, unknown>>>>;

function tagsOf(exif: Buffer): Tags {
  try {
    const { Image, Photo, GPSInfo } = exifReader(exif);
    return { ...(Image && { Image }), ...(Photo && { Photo }), ...(GPSInfo && { GPSInfo }) };
  } catch {
    return {}; // a photo with broken metadata is a photo all the same
  }
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const positive = (value: unknown): number | undefined => {
  const number = numberOf(value) ?? 0;
  return number > 0 ? number : undefined;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
        .replaceAll(/[^ -~]/g, '')
        .trim()
        .slice(0, 60) || undefined
    : undefined;

function lensOf({ Image = {}, Photo = {} }: Tags): Lens {
  const [make, model] = [textOf(Image.Make), textOf(Image.Model)];
  const [focalLength, focalLengthIn35mm] = [positive(Photo.FocalLength), positive(Photo.FocalLengthIn35mmFilm)];
  const perUnit = positive(Photo.FocalPlaneXResolution);
  const unit = Photo.FocalPlaneResolutionUnit === 3 ? 'centimetre' : 'inch';
  return {
    ...(make && { make }),
    ...(model && { model }),
    ...(focalLength && { focalLength }),
    ...(focalLengthIn35mm && { focalLengthIn35mm }),
    ...(perUnit && { resolution: { perUnit, unit } }),
  };
}

const momentOf = (value: unknown): string | null =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : null;

/** The width of a film of 35 mm, in millimetres. */
const film = 36;

function focalOf({ focalLength, focalLengthIn35mm, resolution }: Lens, longSide: number): number | null {
  if (focalLength !== undefined && resolution !== undefined) {
    const millimetres = resolution.unit === 'centimetre' ? 10 : 25.4;
    return (focalLength * resolution.perUnit) / millimetres;
  }
  return focalLengthIn35mm === undefined ? null : (focalLengthIn35mm / film) * longSide;
}

function gpsOf({ GPSInfo = {} }: Tags): PhotoFacts['gps'] {
  const latitude = degrees(GPSInfo.GPSLatitude, GPSInfo.GPSLatitudeRef, 'S');
  const longitude = degrees(GPSInfo.GPSLongitude, GPSInfo.GPSLongitudeRef, 'W');
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  const below = Number(GPSInfo.GPSAltitudeRef) === 1 ? -1 : 1;
  const height = numberOf(GPSInfo.GPSAltitude);
  return { longitude, latitude, height: height === undefined ? null : below * height };
}

function degrees(parts: unknown, side: unknown, negative: string): number | null {
  const numbers = Array.isArray(parts) ? parts.map(numberOf) : [];
  const [whole, minutes = 0, seconds = 0] = numbers;
  if (whole === undefined || numbers.includes(undefined)) return null;
  const value = whole + minutes / 60 + seconds / 3600;
  if (Math.abs(value) > 180) return null;
  return typeof side === 'string' && side.toUpperCase().startsWith(negative) ? -value : value;
}

/** As drones write it: of the gimbal by the horizon, or of the camera by the plumb line. */
function attitudeOf(xmp: string): PhotoFacts['attitude'] {
  const value = (name: string): number | undefined => {
    const text = new RegExp(`[:\\s]${name}(?:="|>)\\s*([-+]?[\\d.]+)`).exec(xmp)?.[1];
    return text === undefined || !Number.isFinite(Number(text)) ? undefined : Number(text);
  };
  const [yaw, pitch, roll] = [value('GimbalYawDegree'), value('GimbalPitchDegree'), value('GimbalRollDegree')];
  if (yaw !== undefined && pitch !== undefined) return { yaw, pitch, roll: roll ?? 0 };
  const [y, p, r] = [value('Camera:Yaw'), value('Camera:Pitch'), value('Camera:Roll')];
  return y === undefined || p === undefined ? null : { yaw: y, pitch: p - 90, roll: r ?? 0 };
}
