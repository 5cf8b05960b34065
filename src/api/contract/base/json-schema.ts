import * as z from 'zod/mini';

/** A schema as the API document shows it. What a schema turns into something else is shown as it is sent. */
export const jsonSchemaOf = (schema: z.ZodMiniType, side: 'input' | 'output'): Readonly<Record<string, unknown>> => {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io: side, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest;
};
