import type { PathReader } from '../curves/alignment.ts';
import type { ProfileReader } from '../profiles/profiles.ts';
import type { Model } from '../step/model.ts';
import type { Units } from '../units.ts';

/** What reads the parts of shapes. */
export interface Reading {
  readonly model: Model;
  readonly units: Units;
  readonly paths: PathReader;
  readonly profiles: ProfileReader;
}
