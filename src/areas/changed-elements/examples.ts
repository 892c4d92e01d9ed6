const ids = {
  twinId: '1036c64d-7fbe-47fd-b03c-4ed7ad7fc829',
  modelId: 'f6ab4b5d-7d8f-4f9b-8c0e-1d5d0e3a5b11',
  startChangesetId: '4b8c3f0d5e6a7b8c9d0e1f2a3b4c5d6e7f8091e1',
  endChangesetId: 'a0174c2b3d4e5f60718293a4b5c6d7e8f9010209',
};
const job = { jobId: `${ids.startChangesetId}-${ids.endChangesetId}`, ...ids };
const files = 'https://platform.example.com/comparisons';

export const newExample = ids;
export const queuedExample = { comparisonJob: { status: 'Queued' as const, ...job } };
export const completedExample = {
  comparisonJob: {
    status: 'Completed' as const,
    ...job,
    comparison: {
      href: `${files}/5b1f2c1e-40a4-4b0e-9d1d-2f5f6f6f7a11/full.json?se=1767225600&sig=Zm9yIHRoZSBkb2N1bWVudGF0aW9u`,
    },
  },
};
