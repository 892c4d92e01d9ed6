/** sRGB → linear. */
export const linear = (value: number): number =>
  Math.round((value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4) * 1e6) / 1e6;
