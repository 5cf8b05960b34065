import { isPosted, wireNameOf, type Field } from '#domain/fields/field';
import type { WireForm } from '#domain/fields/kinds/base/kind';
import { describedKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';

export type JsonSchema = Readonly<Record<string, unknown>>;

export const objectSchema = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

const FORMS: Readonly<Record<WireForm, JsonSchema>> = {
  text: { type: 'string' },
  trimmed: { type: 'string' },
  number: { type: ['number', 'null'] },
  time: { type: ['integer', 'null'], description: 'Unix seconds' },
  id: { type: ['integer', 'null'], description: 'Id of a record' },
  parent: { type: 'integer', description: 'Id of the record above it; 0 for none' },
  money: { type: 'string', description: 'An amount with two decimals, such as 12.50' },
  switch: { type: 'string', enum: ['0', '1'], description: '1 is on' },
  list: { type: 'array', items: { type: 'string' } },
  ids: { type: 'array', items: { type: 'integer' } },
  pairs: { type: 'array', items: objectSchema({ key: { type: 'string' }, value: { type: 'string' } }) },
};

/** One field as it is sent. */
function schemaOf(field: Field): JsonSchema {
  const { wire } = describedKind(field);
  const form = FORMS[wire];
  const options = 'options' in field && Array.isArray(field.options) ? field.options.map(String) : null;
  if (options && wire === 'list') return { ...form, items: { type: 'string', enum: options } };
  if (options) return { type: 'string', enum: options };
  const isText = wire === 'text' || wire === 'trimmed';
  return { ...form, ...(isText && 'maxLength' in field && field.maxLength !== undefined && { maxLength: field.maxLength }) };
}

/** What may be written of a section's record, by wire name, and what has to be there. Only the server knows what else holds. */
export function recordSchema({ fields }: Pick<Resource, 'fields'>, only?: ReadonlySet<string>) {
  const posted = Object.entries(fields).filter(([key, field]) => isPosted(field) && (only === undefined || only.has(key)));
  return {
    properties: Object.fromEntries(posted.map(([key, field]) => [wireNameOf(key, field), schemaOf(field)])),
    required: posted.flatMap(([key, field]) =>
      'required' in field && field.required && field.when === undefined ? [wireNameOf(key, field)] : [],
    ),
  };
}
