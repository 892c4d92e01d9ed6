import type { Schemas } from '@twin-platform/client';

export type Listed = Schemas['realityData']['ListedRealityData'];
export type ConversionJob = Schemas['realityConversion']['ConversionJob'];
export type OutputType = Schemas['realityConversion']['ConversionJobCreate']['outputs'][number];
export type ConversionOptions = NonNullable<Schemas['realityConversion']['ConversionJobCreate']['options']>;
