import type { IfcLimits } from '../../engines/ifc/params.ts';
import type { ExportType } from '../../engines/tiles/params.ts';

/** Bounds of the jobs that read and write reality data. */
export interface RealitySettings {
  /** What one job may use at once. */
  readonly engines: number;
  /** Photos of one modeling job. */
  readonly photos: number;
  /** Path of the program that matches photos, or `off`; absent: where programs are looked for. */
  readonly colmap: string | undefined;
  /** Of one conversion. */
  readonly points: number;
  readonly triangles: number;
  /** What workspaces say that they are made for. */
  readonly captureVersion: string;
}

/** Settings that handlers look at. */
export interface Settings {
  /** Jobs of one kind of heavy work at once, over all processes. */
  readonly engineJobs: number;
  /** Bounds of the import of IFC files. */
  readonly ifc: Partial<IfcLimits>;
  readonly meshExport: {
    /** Types that every version of a model is exported to without being asked. */
    readonly automatic: readonly ExportType[];
    /** What stands before the path of mesh files in links through the content delivery network. */
    readonly cdnUrl: string;
  };
  readonly library: {
    /** The largest file of a document. */
    readonly fileBytes: number;
    /** Rows of analytics are kept for so many days. */
    readonly analyticsDays: number;
  };
  readonly archives: {
    /** The file of an export is kept for so many days. */
    readonly days: number;
    /** Longest time that all records are read in, in milliseconds. */
    readonly snapshotMs: number;
    /** The largest archive that is brought in, as a file and unpacked. */
    readonly bytes: number;
    /** The most files in one. */
    readonly entries: number;
  };
  readonly forms: {
    /** Whether people are told by mail what concerns them. */
    readonly mail: boolean;
    /** A folder with templates of this installation. */
    readonly templates: string | undefined;
  };
  readonly reality: RealitySettings;
  /** Where data lies, as it is told in answers. */
  readonly dataCenter: string;
  readonly refusedExtensions: readonly string[];
  /** The authorization server's address, without a trailing slash. */
  readonly authUrl: string;
}
