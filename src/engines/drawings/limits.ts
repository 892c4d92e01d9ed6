/** Most pixels of a side of a picture, given or made. */
export const mostPixels = 10_000;
export const mostStrokes = 500_000;
export const mostPoints = 500_000;
export const mostTexts = 50_000;
/** Operators of a page of a PDF, and how deep its graphics states lie in each other: the library takes the square of it. */
export const mostOperators = 2_000_000;
export const deepestState = 500;
/** Pieces that a full circle is drawn in. */
export const piecesOfCircle = 48;

/** What people are told of a sheet that could not be read (metadata.json). */
export type SheetFaultCode = 'E101' | 'E102' | 'E103' | 'E104' | 'E105' | 'E106' | 'E107' | 'E108' | 'E109';
