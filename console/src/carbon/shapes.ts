import type { Schemas } from '@twin-platform/client';

type Shapes = Schemas['carbonCalculation'];
export type Epd = Shapes['Epd'];
export type EpdSummary = Shapes['EpdSummary'];
export type Mapping = Shapes['CarbonMapping'];
export type MappingSummary = Shapes['CarbonMappingSummary'];
export type Entry = Shapes['CarbonMappedMaterialView'];
export type Material = Shapes['CarbonMaterial'];
export type Proposal = Shapes['CarbonProposal'];
export type ResultSummary = Shapes['CarbonResultSummary'];
export type Comparison = Shapes['CarbonComparison'];
export type Imported = Shapes['ImportedEpdsResponse'];
