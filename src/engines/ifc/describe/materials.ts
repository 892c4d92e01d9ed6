import type { Material, MaterialUse } from '../../snapshot/types.ts';
import { follow, type Instance, type Model, numberOf, refsOf, textOf } from '../step/model.ts';
import { rounded } from '../step/number.ts';

/** What a RelatingMaterial of the file says. */
export function materialUse(model: Model, number: number): MaterialUse | undefined {
  const given = model.read(number);
  if (given === undefined) return undefined;
  const use = usedSet(model, given);
  const members = (attribute: string, read: (member: Instance) => Material) =>
    refsOf(model.get(use, attribute)).flatMap((member) => {
      const instance = model.read(member);
      return instance === undefined ? [] : [read(instance)];
    });
  const named = (attribute: string) => {
    const name = textOf(model.get(use, attribute));
    return name === null ? {} : { name };
  };
  switch (use.entity) {
    case 'IFCMATERIAL':
      return { kind: 'single', materials: [plain(model, use)] };
    case 'IFCMATERIALLIST':
      return { kind: 'list', materials: members('Materials', (material) => plain(model, material)) };
    case 'IFCMATERIALLAYERSET': {
      const materials = members('MaterialLayers', (layer) => part(model, layer));
      return { kind: 'layers', ...named('LayerSetName'), materials };
    }
    case 'IFCMATERIALCONSTITUENTSET': {
      const materials = members('MaterialConstituents', (constituent) => part(model, constituent));
      return { kind: 'constituents', ...named('Name'), materials };
    }
    case 'IFCMATERIALPROFILESET': {
      const materials = members('MaterialProfiles', (profile) => part(model, profile));
      return { kind: 'profiles', ...named('Name'), materials };
    }
    default: {
      const material = part(model, use);
      return material.name === null ? undefined : { kind: 'single', materials: [material] };
    }
  }
}

/** Behind a usage (offsets, directions) the set it uses. */
function usedSet(model: Model, use: Instance): Instance {
  for (const attribute of ['ForLayerSet', 'ForProfileSet']) {
    const set = follow(model, use, attribute);
    if (set !== undefined) return set;
  }
  return use;
}

function plain(model: Model, material: Instance): Material {
  const category = textOf(model.get(material, 'Category'));
  return { name: textOf(model.get(material, 'Name')), ...(category === null ? {} : { category }) };
}

/** A layer, constituent or profile: its material, and how much there is of it. An air gap has no material. */
function part(model: Model, instance: Instance): Material {
  const material = follow(model, instance, 'Material');
  const thickness = numberOf(model.get(instance, 'LayerThickness'));
  const fraction = numberOf(model.get(instance, 'Fraction'));
  return {
    ...(material === undefined ? { name: null } : plain(model, material)),
    ...(thickness === null ? {} : { thickness: rounded(thickness) }),
    ...(fraction === null ? {} : { fraction: rounded(fraction) }),
  };
}
