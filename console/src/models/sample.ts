import address from './sample-house.ifc?url';

/** A small house of two storeys to try the viewer with. */
export async function sampleModel(): Promise<File> {
  const response = await fetch(address);
  if (!response.ok) throw new Error('The sample could not be loaded.');
  return new File([await response.blob()], 'sample-house.ifc');
}
