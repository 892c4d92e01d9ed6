/** What screens show (sRGB) as the light that glTF counts with, both of 16 bits. */
export const linearOf: Uint16Array = Uint16Array.from({ length: 65_536 }, (_, value) => {
  const share = value / 65_535;
  const light = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  return Math.round(65_535 * light);
});
