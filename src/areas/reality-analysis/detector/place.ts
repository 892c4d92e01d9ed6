/** Where packages of detectors lie. */
export const detectorPlace = { area: 'reality-analysis', container: 'detectors' } as const;
