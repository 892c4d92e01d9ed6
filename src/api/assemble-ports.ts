import type { Area } from './area.ts';
import { allListeners } from './ports/listeners.ts';
import type { AreaPorts, Ports } from './ports/ports.ts';

const owned = [
  'people',
  'twins',
  'access',
  'audit',
  'events',
  'files',
  'models',
  'meshes',
  'library',
  'realityData',
  'savedViews',
  'sandboxes',
] as const;

type Given = Pick<Area, 'name' | 'ports' | 'listeners' | 'repositories'>;

/** What the areas give and want to hear of, put together. Throws where an owner is missing or there are two. */
export function assemblePorts(
  areas: readonly Given[],
): Omit<Ports, Exclude<keyof Ports, keyof AreaPorts | 'listeners' | 'repositories'>> {
  const given: Partial<AreaPorts> = Object.assign({}, ...areas.map((area) => area.ports));
  for (const owner of owned) {
    const names = areas.filter((area) => area.ports?.[owner] !== undefined).map((area) => area.name);
    if (names.length > 1) throw new Error(`The port '${owner}' is given by ${names.join(' and ')}.`);
  }
  if (!isComplete(given)) throw new Error(`Nobody gives the ports ${owned.filter((one) => !given[one]).join(', ')}.`);
  return {
    ...given,
    listeners: allListeners(areas.flatMap((area) => area.listeners ?? [])),
    repositories: areas.flatMap((area) => area.repositories ?? []),
  };
}

const isComplete = (given: Partial<AreaPorts>): given is AreaPorts => owned.every((one) => given[one] !== undefined);
