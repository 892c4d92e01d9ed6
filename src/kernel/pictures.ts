export interface Picture {
  readonly format: 'png' | 'jpeg';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Loaded when the first picture comes: it would slow every start. */
const imaging = async () => (await import('sharp')).default;

/** What the header of a PNG or JPEG picture says, its pixels not looked at; undefined for anything else. */
export async function pictureOf(bytes: Buffer): Promise<Picture | undefined> {
  try {
    const sharp = await imaging();
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return format === 'png' || format === 'jpeg' ? { format, width, height } : undefined;
  } catch {
    return undefined;
  }
}

interface Box {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * A copy that fits into the box, made beside the event loop: upright, its aspect and format kept, never enlarged.
 * Undefined when the picture does not decode or has more than `mostPixels`.
 */
export async function thumbnailOf(bytes: Buffer, box: Box, mostPixels: number): Promise<Buffer | undefined> {
  try {
    const sharp = await imaging();
    const upright = sharp(bytes, { limitInputPixels: mostPixels }).rotate();
    return await upright.resize({ ...box, fit: 'inside', withoutEnlargement: true }).toBuffer();
  } catch {
    return undefined;
  }
}

/** Whether these bytes are a PNG or JPEG picture that decodes, with so many pixels at most. */
export async function isPicture(bytes: Buffer, mostPixels: number): Promise<boolean> {
  const picture = await pictureOf(bytes);
  if (picture === undefined || picture.width * picture.height > mostPixels) return false;
  return (await thumbnailOf(bytes, { width: 64, height: 64 }, mostPixels)) !== undefined;
}
