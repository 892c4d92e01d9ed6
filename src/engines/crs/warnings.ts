/** What is to be said of a system, or of where coordinates are; in front of its params comes the name of the file. */
export interface CrsWarning {
  readonly code: CrsWarningCode;
  readonly params: readonly string[];
}

/**
 * `UnitKeyDiffers` [the unit of the system, the unit in use]. `DatumGuessed` [the datum]. `SystemNotUsable` [system, why].
 * `SystemContradictsCode` [system, code]. `CoordinatesNotDegrees` [system]. `CoordinatesOutsideArea` [system, kilometres].
 */
export type CrsWarningCode =
  | 'UnitKeyDiffers'
  | 'DatumGuessed'
  | 'SystemNotUsable'
  | 'SystemContradictsCode'
  | 'CoordinatesNotDegrees'
  | 'CoordinatesOutsideArea';
