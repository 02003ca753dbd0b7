/** JSON Schemas of the contract's zod schemas, for the OpenAPI document. */
import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Where the shapes with a name of their own stand. */
const COMPONENTS = '#/components/schemas/';

/** The keys of a schema that describe it, and do not say what it takes. */
const DESCRIPTIVE = ['default', 'description', 'shape'] as const;

/** What a rule or a conversion takes can't be read from its schema: there the contract says it itself, as `wire`. */
function describeWire(json: Json): void {
  const { wire } = json;
  if (wire === undefined) return;
  const said = Object.fromEntries(DESCRIPTIVE.flatMap((key) => (json[key] === undefined ? [] : [[key, json[key]]])));
  for (const key of Object.keys(json)) delete json[key];
  Object.assign(json, wire, said);
}

/** The schema as it stands, shapes with a name within it. */
function wholeSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // Zod leaves out the default of what it converts, since it is a value that comes of the conversion.
      const { def } = zodSchema._zod;
      if (def.type === 'default') jsonSchema.default ??= def.defaultValue as typeof jsonSchema.default;
      describeWire(jsonSchema);
    },
  });
  return json;
}

/** Shapes with a name of their own, and the schemas that refer to them. */
export class Shapes {
  readonly components: Record<string, Json> = {};

  /** The schema of a value; each shape that the contract names (`.meta({ shape: 'Account' })`) is a reference. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
    return this.refer(wholeSchema(schema, io)) as Json;
  }

  /** The same, and a reference in any case: to the shape's own name, else to this one. */
  named(name: string, schema: z.ZodType, io: 'input' | 'output'): Json {
    const json = wholeSchema(schema, io);
    return this.refer({ shape: name, ...json }) as Json;
  }

  /** A copy in which whatever carries the name of a shape is a reference to it. */
  private refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.refer(one));
    if (typeof value !== 'object' || value === null) return value;
    const { shape, ...rest } = value as Json;
    const copy = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, this.refer(one)]));
    if (typeof shape !== 'string') return copy;
    const known = this.components[shape];
    if (known && JSON.stringify(known) !== JSON.stringify(copy)) throw new Error(`Two shapes are called ${shape}.`);
    this.components[shape] = copy;
    return { $ref: COMPONENTS + shape };
  }
}
