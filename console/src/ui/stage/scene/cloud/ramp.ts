import { Color, DataTexture, LinearFilter, RGBAFormat, SRGBColorSpace, UnsignedByteType } from 'three';

/** From low to high; told apart by people who see few colours, too, since it grows lighter all the way. */
export const rampStops = ['#352a87', '#1f6fd0', '#1aa7b8', '#59bd8c', '#c9b83f', '#f9fb5a'] as const;

const steps = 256;

export function rampTexture(): DataTexture {
  const colors = rampStops.map((stop) => new Color().setStyle(stop, ''));
  const data = new Uint8Array(4 * steps);
  for (let n = 0; n < steps; n++) {
    const at = (n / (steps - 1)) * (colors.length - 1);
    const from = Math.min(colors.length - 2, Math.floor(at));
    const one = new Color().lerpColors(colors[from] ?? new Color(), colors[from + 1] ?? new Color(), at - from);
    data.set([one.r * 255, one.g * 255, one.b * 255, 255].map(Math.round), 4 * n);
  }
  const texture = new DataTexture(data, steps, 1, RGBAFormat, UnsignedByteType);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.colorSpace = SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}
