export const propertyTypes = ['StringType', 'IntegerType', 'DoubleType', 'FloatType', 'BooleanType'] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** A property as it is kept and shown; its value is always text. */
export interface AdHocProperty {
  readonly displayName: string;
  readonly type: PropertyType;
  readonly value?: string;
  readonly unitOfMeasure?: string;
}
