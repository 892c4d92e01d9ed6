import { crc32 } from 'node:zlib';
import type { Id64 } from './types.ts';

/** Ids of a model, as numbers: all of ours are below 2^53. */
export const id64 = (value: number): Id64 => (value === 0 ? '0' : `0x${value.toString(16)}`);
export const numberOf = (id: Id64): number => Number(id);

/** The first element of a model; the n-th new GlobalId of its files gets the n-th number from here. */
export const firstElement = 0x1000;
export const projectPartition = 0x1;
export const productPartition = 0x2;
export const spatialPartition = 0x3;

/** `entity`: its name in upper case, as STEP files write it. */
export const classNumber = (entity: string): number => crc32(entity);
export const categoryOf = (classNumber: number): number => 0x400000000 + 2 * classNumber;
export const subCategoryOf = (classNumber: number): number => categoryOf(classNumber) + 1;
