import { Matrix4 } from 'three';

/** Of rows, as the platform writes matrices. */
export const matrixOf = (rows: readonly number[]): Matrix4 => new Matrix4().fromArray(rows).transpose();
