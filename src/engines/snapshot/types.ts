/**
 * The snapshot: what one version of a model holds, element by element, without its triangles. Written once by the
 * import, read by everything else. All coordinates are metres, Z up, in the file's own origin; matrices are row-major.
 */

/** `0x…`, lower case; `0` for none. */
export type Id64 = string;
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Point3 = readonly [x: number, y: number, z: number];
export interface Box {
  readonly low: Point3;
  readonly high: Point3;
}

/** Raised when the same IFC file would give another snapshot or geometry: older artefacts are made again. */
export const snapshotFormat = 4;
/** The oldest one that is still read. What format 1 does not hold says so at its member; format 2 has no boxes of lines, 3 no sketches of shapes. */
export const oldestFormat = 1;

/** A shape without the noise of its numbers: of one form and with sums that differ by no more than noise it is the same. */
export interface ShapeSketch {
  /** Hash of everything but real numbers. Hex. */
  readonly form: string;
  /** Weighted sums of the real numbers. */
  readonly sums: readonly [number, number];
  /** What the noise that programs add to numbers makes of a sum: its standard deviation. */
  readonly noise: number;
}

/** What an element is and where it belongs, enough for lists, search and trees. */
export interface ElementRow {
  readonly id: Id64;
  /** The key of the element: its GlobalId, the second one of a file with `~2`. */
  readonly globalId: string;
  readonly classId: Id64;
  /** As the standard spells it: "IfcWallStandardCase". */
  readonly class: string;
  readonly categoryId: Id64;
  readonly subCategoryId: Id64;
  readonly partitionId: Id64;
  /** The element it is part of, in whose opening it is, or that it voids; `0` for none. */
  readonly parentId: Id64;
  readonly containerId: Id64;
  readonly name: string | null;
  readonly tag: string | null;
  /** Of its mesh and its lines; absent without. */
  readonly box?: Box;
}

/** Of the mesh in the world. Second moments of the surface about the centre of the box, m⁴: xx yy zz xy yz zx. */
export interface MeshMeasures {
  readonly triangles: number;
  /** m². */
  readonly area: number;
  /** m³; only of a closed mesh the volume of the body. */
  readonly volume: number;
  /** Whether its surfaces close, and all face outwards or all inwards. Absent in format 1. */
  readonly closed?: boolean;
  /** Of the surface. */
  readonly centroid: Point3;
  readonly moments: readonly number[];
}

export interface MeasuredShape {
  readonly box: Box;
  readonly mesh: MeshMeasures;
}

/** What has an SI unit here: m, m², m³, kg, s, rad. */
export type Dimension = 'length' | 'area' | 'volume' | 'mass' | 'time' | 'angle';

/** SI units in one unit of a file; null where the file does not say what it counts in. */
export type SiPerUnit = Readonly<Record<Dimension, number | null>>;

/**
 * What a value of a set is. A text is the type that the file writes it with ("IfcLengthMeasure", "IfcLabel"), or the
 * entity of a quantity ("IfcQuantityArea"), in the unit of the file; `siPerUnit` is there when it has a unit of its own,
 * null when that cannot be converted. A value made of others has `members`.
 */
export type Measure =
  | string
  | { readonly type: string | null; readonly siPerUnit: number | null }
  | { readonly members: Measures };

/** By the name of the value; absent where the file does not say. */
export interface Measures {
  readonly [name: string]: Measure;
}

export interface PropertySet {
  /** The second of one name on one element is `<name>~2`. */
  readonly name: string;
  /** Attached to the element itself or to its type. */
  readonly of: 'element' | 'type';
  readonly kind: 'properties' | 'quantities';
  /** Values in the units of the file; see `value` in the import for their forms. */
  readonly properties: Readonly<Record<string, Json>>;
  /** What the values are, for `measuredValues`. Absent in format 1. */
  readonly measures?: Measures;
}

export interface Material {
  readonly name: string | null;
  readonly category?: string;
  /** In the unit of length of the file. */
  readonly thickness?: number;
  /** Share of the whole, 0 to 1. */
  readonly fraction?: number;
}

/** What an element is made of: one material, or layers, constituents, profiles or a list, in their order. */
export interface MaterialUse {
  readonly kind: 'single' | 'layers' | 'constituents' | 'profiles' | 'list';
  /** Of the set. */
  readonly name?: string;
  readonly materials: readonly Material[];
}

export interface Classification {
  readonly system: string | null;
  readonly code: string | null;
  readonly name: string | null;
}

export interface ElementType {
  readonly globalId: string;
  readonly class: string;
  readonly name: string | null;
}

/** Accessor → CRC-32 of the canonical JSON of its value; the values are those of `valuesOf` (values.ts). */
export type Checksums = Readonly<Record<string, number>>;

/** Why an element hangs on its parent: it is a part of it, it is taken away from it, or it stands in its opening. */
export type ParentRelation = 'part' | 'void' | 'filling';

/** All that is known of one element. */
export interface ElementRecord extends ElementRow {
  /** Null without a parent; absent in format 1. */
  readonly parentRelation?: ParentRelation | null;
  /** GlobalIds of the systems and zones that it is a member of, in the order of the file; absent in format 1. */
  readonly groups?: readonly string[];
  /** The instance in the file: `#123`. */
  readonly instance: number;
  /** The top-most element above it by `parentId`, itself without one. */
  readonly rootId: Id64;
  /** GlobalId of the container. */
  readonly container: string | null;
  /** Absolute, 16 numbers; null when the file places it nowhere or in a way that cannot be read. */
  readonly placement: readonly number[] | null;
  readonly mesh?: MeshMeasures;
  /**
   * Of a shape that is not in the geometry, as it is room or is taken away from others: so that a comparison can tell
   * what was exported again from what has changed. Snapshots of earlier versions of the program do not have it.
   */
  readonly measured?: MeasuredShape;
  /** Of its representation and openings; null without representation. Hex. */
  readonly geometryHash: string | null;
  /** By how much two shapes of one form differ; since format 4, where there is a `geometryHash`. */
  readonly shapeSketch?: ShapeSketch;
  /** Direct attributes other than GlobalId, OwnerHistory and references; addresses nested. */
  readonly attributes: Readonly<Record<string, Json>>;
  readonly propertySets: readonly PropertySet[];
  readonly type: ElementType | null;
  readonly materials: readonly MaterialUse[];
  readonly classifications: readonly Classification[];
  /** Presentation layers, sorted. */
  readonly layers: readonly string[];
  /** Colours of the mesh, `#rrggbbaa`, sorted. */
  readonly colors: readonly string[];
  /** What the comparison compares (changed elements, flags 1, 8 and 16). */
  readonly checksums: { readonly properties: Checksums; readonly related: Checksums; readonly hidden: Checksums };
}

export interface ClassCount {
  readonly id: Id64;
  readonly name: string;
  readonly categoryId: Id64;
  readonly subCategoryId: Id64;
  readonly count: number;
}

export interface Partition {
  readonly id: Id64;
  readonly name: string;
  readonly extents?: Box;
}

/** A node of the spatial structure: site, building, storey, space. */
export interface TreeNode {
  readonly id: Id64;
  readonly globalId: string;
  readonly class: string;
  readonly name: string | null;
  /** Elements contained directly, by class. */
  readonly counts: Readonly<Record<string, number>>;
  readonly children: readonly TreeNode[];
}

export interface SpatialTree {
  readonly project: { readonly globalId: string; readonly name: string | null } | null;
  readonly children: readonly TreeNode[];
  /** Elements that are in no container, by class. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A system (of pipes, of cables, structural …) or a zone; its members name it in their `groups`. */
export interface Group {
  readonly globalId: string;
  readonly class: string;
  readonly name: string | null;
  /** GlobalIds of the systems and zones that it is a member of itself. */
  readonly groups: readonly string[];
  /** How many elements are its members. */
  readonly count: number;
}

/** A type of elements, which may have none: libraries of makers hold types alone. */
export interface TypeSummary extends ElementType {
  /** How many elements are of it. */
  readonly elementCount: number;
  readonly hasShape: boolean;
  /** Those of its own, where it has no elements. */
  readonly propertySets: readonly PropertySet[];
}

export interface TypeList {
  readonly count: number;
  /** Property sets and quantities of the file, whatever they belong to. */
  readonly propertySetCount: number;
  /** The first of them, in the order of the file. */
  readonly listed: readonly TypeSummary[];
}

export interface SnapshotHeader {
  readonly format: number;
  /** "IFC2X3", "IFC4", "IFC4X3". */
  readonly schema: string;
  /** SI units in one unit of the file. Format 1 knows the length only. */
  readonly siPerUnit: SiPerUnit;
  /** Kind of unit → its name in the file: "LENGTHUNIT" → "MILLIMETRE". */
  readonly units: Readonly<Record<string, string>>;
  readonly extents: Box | null;
  /** From model coordinates to earth-centred, earth-fixed ones, 16 numbers; null when the file is not georeferenced. */
  readonly ecefTransform: readonly number[] | null;
  readonly counts: { readonly elements: number; readonly meshes: number; readonly triangles: number };
  readonly classes: readonly ClassCount[];
  readonly partitions: readonly Partition[];
  readonly tree: SpatialTree;
  /** Systems and zones, in the order of the file; none in format 1. */
  readonly groups: readonly Group[];
  /** Types and property sets; since format 4. */
  readonly types?: TypeList;
  /** Why there is no geometry although there are shapes; for people. */
  readonly geometryRefused?: string;
  readonly report: ImportReport;
}

export interface ImportIssue {
  /** Line of the file, counted from 1, where it is known. */
  readonly line?: number;
  readonly globalId?: string;
  readonly message: string;
}

/** What an import had to leave out or found wrong; `issues` holds the first 1,000 of `issueCount`. */
export interface ImportReport {
  readonly issueCount: number;
  readonly issues: readonly ImportIssue[];
}
