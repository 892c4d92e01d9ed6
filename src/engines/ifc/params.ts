/**
 * The engine `ifc`: reads an IFC file once and writes a snapshot (../snapshot/types.ts) and the geometry
 * (../geometry/reader.ts). Failures for people, code and line: see failures.ts.
 */
export interface IfcParams {
  /** The file: STEP, or a zip that holds exactly one STEP file. Its bytes decide, not its name. */
  readonly input: string;
  /** Folder for what is written; it must be there and be the run's own. */
  readonly output: string;
  /**
   * A text file with the keys (GlobalIds) of all elements the model has ever had, one a line: line n, counted from 0, is
   * element 0x1000 + n. Absent: the model is new.
   */
  readonly knownIds?: string;
  readonly limits?: Partial<IfcLimits>;
  /** Whether a file without products, as makers publish them, is shown by an element of its first type with a shape. */
  readonly showType?: boolean;
}

export interface IfcLimits {
  /** Bytes of the STEP file, inflated. */
  readonly bytes: number;
  /** Above it there is no geometry; everything else is imported. */
  readonly triangles: number;
  /** Milliseconds for the shape of one element; a large one gets more. Above it the element has no mesh. */
  readonly shapeTime: number;
}

export const defaultIfcLimits: IfcLimits = { bytes: 500_000_000, triangles: 20_000_000, shapeTime: 10_000 };

export interface IfcResult {
  /** Path of the snapshot, in `output`. */
  readonly snapshot: string;
  /** Paths of the parts of the geometry, in `output`; none when no element has a mesh. */
  readonly geometry: readonly string[];
  /** Why there is no geometry although there are shapes; for people. */
  readonly geometryRefused?: string;
  /** Path of a text file: the keys that are new, to be appended to the known ones. */
  readonly newIds: string;
  readonly newIdCount: number;
  readonly elementCount: number;
  readonly triangleCount: number;
  readonly issueCount: number;
}
