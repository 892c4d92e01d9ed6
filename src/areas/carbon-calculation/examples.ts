export const newConfigurationExample = {
  displayName: 'House, walls',
  description: 'Light concrete',
  twinId: 'dc914a84-e0c9-40e2-9d14-faf5ed84147f',
  modelId: '5e19bee0-3aea-4355-a9f0-c6df9989ee7d',
  labels: [
    {
      name: 'Walls',
      mappingId: '90ac7b69-35ab-4ea6-8ee7-ce7b0c5b6a3e',
      groupName: 'Walls',
      elementNameColumn: 'Name',
      elementQuantityColumn: 'Volume',
      materials: [{ nameColumn: 'Material' }],
    },
  ],
};

export const newMappingExample = {
  twinId: 'dc914a84-e0c9-40e2-9d14-faf5ed84147f',
  displayName: 'House',
  studyPeriod: 50,
  groups: [{ name: 'Walls', filter: "Class eq 'IfcWallStandardCase'" }],
  materials: [
    { name: 'Leichtbeton 102890359', epdId: '5b3f1c1e-0a54-5c0b-9d0e-6a0b5c1d2e3f', wastage: 0.05 },
    { name: 'Air', epdId: null, ignored: true, reason: 'Weighs nothing.' },
  ],
};
