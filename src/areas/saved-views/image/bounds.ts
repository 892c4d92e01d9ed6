export const largestImage = 10 * 2 ** 20;
export const mostPixels = 64_000_000;
export const thumbnailBox = { width: 280, height: 200 };
