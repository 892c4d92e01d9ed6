import { messageOf } from '../../../std/errors.ts';
import { enumOf, type Instance, type Model, numberOf, textOf } from '../step/model.ts';
import { isList } from '../step/values.ts';

/** A picture for glTF. */
export interface TexturePicture {
  readonly bytes: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
  /** Whether it goes on beside itself: across, upwards. */
  readonly repeats: readonly [boolean, boolean];
  /** sRGB, 0 to 1. */
  readonly mean: readonly number[];
}

/** Finds a file that came with the model; undefined where there is none. */
export type SideFiles = (name: string) => Promise<Uint8Array | undefined>;

/** Pixels of a side: graphics cards of all kinds take them. */
const mostSide = 4096;
const mostPixels = 100_000_000;

/** The pictures of textures that are in the file or beside it in its zip; what cannot be had is reported. */
export async function picturesOf(
  model: Model,
  textures: readonly number[],
  sideFiles: SideFiles,
): Promise<ReadonlyMap<number, TexturePicture>> {
  const found = new Map<number, TexturePicture>();
  for (const number of textures) {
    const texture = model.read(number);
    if (texture === undefined) continue;
    try {
      const source = await sourceOf(model, texture, sideFiles);
      if (typeof source === 'string') model.issues.add(`${source} The shapes have their own colours.`, { number });
      else found.set(number, await readyFor(model, texture, source));
    } catch (error) {
      const why = messageOf(error);
      model.issues.add(`The picture of a texture cannot be read (${why}). The shapes have their own colours.`, {
        number,
      });
    }
  }
  return found;
}

type Source =
  | { readonly file: Uint8Array }
  | { readonly raw: Uint8Array; readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };

/** The bytes of a picture, or why there are none, for people. */
async function sourceOf(model: Model, texture: Instance, sideFiles: SideFiles): Promise<Source | string> {
  switch (texture.entity) {
    case 'IFCBLOBTEXTURE': {
      const code = textOf(model.get(texture, 'RasterCode'));
      return code === null ? 'A texture has no picture.' : { file: bytesOf(code) };
    }
    case 'IFCPIXELTEXTURE':
      return pixelsOf(model, texture);
    case 'IFCIMAGETEXTURE': {
      const url = textOf(model.get(texture, 'URLReference') ?? model.get(texture, 'UrlReference')) ?? '';
      const inline = /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1];
      if (inline !== undefined) return { file: Buffer.from(inline, 'base64') };
      const file = await sideFiles(url);
      if (file !== undefined) return { file };
      return `The texture ${url} is not in the file: upload the model as a zip that holds its pictures, too.`;
    }
    default:
      return `A texture (${model.schema.spelling(texture.entity)}) is of a kind that is not read.`;
  }
}

/** Binary values begin with how many bits of their first digit do not count. */
const bytesOf = (code: string): Uint8Array => Buffer.from(code.slice(1), 'hex');

function pixelsOf(model: Model, texture: Instance): Source | string {
  const of = (name: string) => numberOf(model.get(texture, name)) ?? 0;
  const [width, height, channels] = [of('Width'), of('Height'), of('ColourComponents')];
  const list = model.get(texture, 'Pixel');
  const pixels = isList(list) ? list.map((pixel) => bytesOf(textOf(pixel) ?? '')) : [];
  const whole = channels === 1 || channels === 2 || channels === 3 || channels === 4;
  if (!whole || pixels.length !== width * height || pixels.some(({ length }) => length !== channels))
    return 'The pixels of a texture do not fit its size.';
  // rows are told from below
  const rows = Array.from({ length: height }, (_, row) =>
    pixels.slice((height - 1 - row) * width, (height - row) * width),
  );
  return { raw: Buffer.concat(rows.flat()), width, height, channels };
}

async function readyFor(model: Model, texture: Instance, source: Source): Promise<TexturePicture> {
  // few files have textures
  const { default: sharp } = await import('sharp');
  const limits = { limitInputPixels: mostPixels } as const;
  const image =
    'file' in source
      ? sharp(source.file, limits)
      : sharp(source.raw, { raw: { width: source.width, height: source.height, channels: source.channels } });
  const small = image
    .autoOrient()
    .resize({ width: mostSide, height: mostSide, fit: 'inside', withoutEnlargement: true });
  const { hasAlpha = false, format } = await image.metadata();
  const plain = small.toColourspace('srgb');
  const bytes =
    format === 'jpeg' && !hasAlpha ? await plain.jpeg({ quality: 90 }).toBuffer() : await plain.png().toBuffer();
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const mean = [0, 1, 2].map((channel) => (data[info.channels < 3 ? 0 : channel] ?? 255) / 255);
  const repeats = (name: string) => enumOf(model.get(texture, name)) !== 'F';
  return {
    bytes,
    mimeType: format === 'jpeg' && !hasAlpha ? 'image/jpeg' : 'image/png',
    repeats: [repeats('RepeatS'), repeats('RepeatT')],
    mean,
  };
}
