/** No real content is smaller than this part of itself; pictures of one colour and empty tables come near. */
export const mostRatio = 100;
/** Ratios of small contents say nothing. */
const smallBytes = 2 ** 20;

/** An entry of an archive, as the archive describes it. */
interface Packed {
  readonly compressedSize: number;
  readonly uncompressedSize: number;
}

/**
 * Whether an entry of an archive is more than `mostRatio` times as large as its part of the file, so that it was made to
 * be large. `fileSize`: of the whole archive, in bytes; an entry may claim more than there is.
 */
export const isInflated = ({ compressedSize, uncompressedSize }: Packed, fileSize: number): boolean =>
  uncompressedSize > smallBytes && uncompressedSize > mostRatio * Math.min(compressedSize, fileSize);
