import { type Model, refsOf } from '../step/model.ts';

/** Instance → instances, in the order of the file. */
export type Links = ReadonlyMap<number, readonly number[]>;

/** What the IfcRel… of the file connect, by number. */
export interface Relations {
  /** Part → whole, by aggregation or nesting. */
  readonly wholes: Links;
  /** Element → the spatial elements that contain it. */
  readonly containers: Links;
  /** Opening → the element it voids, and the other way round. */
  readonly voidedBy: Links;
  readonly openings: Links;
  /** Door or window → its opening. */
  readonly filled: Links;
  readonly propertySets: Links;
  readonly types: Links;
  readonly materials: Links;
  readonly classifications: Links;
  /** Member → its groups: systems, zones and others. */
  readonly groups: Links;
}

export function relationsOf(model: Model): Relations {
  /** `many` are the objects of the relation, `one` what they are related to. */
  const links = (relations: readonly string[], many: string, one: string): Links => {
    const found = new Map<number, number[]>();
    for (const number of relations.flatMap((entity) => model.all(entity))) {
      const relation = model.read(number);
      if (relation === undefined) continue;
      const targets = refsOf(model.get(relation, one));
      for (const source of refsOf(model.get(relation, many))) {
        const known = found.get(source);
        if (known === undefined) found.set(source, [...targets]);
        else known.push(...targets);
      }
    }
    return found;
  };
  const voids = ['IFCRELVOIDSELEMENT'];
  return {
    wholes: links(['IFCRELAGGREGATES', 'IFCRELNESTS'], 'RelatedObjects', 'RelatingObject'),
    containers: links(['IFCRELCONTAINEDINSPATIALSTRUCTURE'], 'RelatedElements', 'RelatingStructure'),
    voidedBy: links(voids, 'RelatedOpeningElement', 'RelatingBuildingElement'),
    openings: links(voids, 'RelatingBuildingElement', 'RelatedOpeningElement'),
    filled: links(['IFCRELFILLSELEMENT'], 'RelatedBuildingElement', 'RelatingOpeningElement'),
    propertySets: links(['IFCRELDEFINESBYPROPERTIES'], 'RelatedObjects', 'RelatingPropertyDefinition'),
    types: links(['IFCRELDEFINESBYTYPE'], 'RelatedObjects', 'RelatingType'),
    materials: links(['IFCRELASSOCIATESMATERIAL'], 'RelatedObjects', 'RelatingMaterial'),
    groups: links(['IFCRELASSIGNSTOGROUP'], 'RelatedObjects', 'RelatingGroup'),
    classifications: links(['IFCRELASSOCIATESCLASSIFICATION'], 'RelatedObjects', 'RelatingClassification'),
  };
}
