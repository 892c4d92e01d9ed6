import type { Json } from '../../std/json.ts';

/**
 * A schema as JSON Schema, with our own annotations: for what reads schemas. The library's own type hides the members,
 * so that any schema is one of these.
 */
export type SchemaNode = {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly examples?: readonly Json[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly maxItems?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** White space at both ends is cut before validation. */
  readonly trim?: boolean;
  /** Comma separated in a query. */
  readonly list?: boolean;
  /** A secret: its value is never logged. */
  readonly sensitive?: boolean;
  /** Values of a text with a meaning, where no enumeration says them, for other texts are taken, too. */
  readonly known?: readonly string[];
  /** Shapes of which an object has one, where something else says which and checks it. */
  readonly shapes?: readonly SchemaNode[];
  /** It may be an address of this server, whatever else it is. */
  readonly link?: boolean;
  /** The parameter that it is another name of; one of the two is needed. */
  readonly insteadOf?: string;
  /** Whether known values are compared without case. */
  readonly anyCase?: boolean;
};

/** The type of a value that may be null as well: the first that is named. */
export const firstType = ({ type }: SchemaNode): string | undefined => (typeof type === 'object' ? type[0] : type);
