/** Where a photo was taken, in degrees on WGS 84, and metres. */
export interface TakenAt {
  readonly longitude: number;
  readonly latitude: number;
  readonly height: number | null;
}
