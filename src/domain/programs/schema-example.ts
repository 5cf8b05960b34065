import { isPlainObject } from '../base/plain-value.ts';
import type { Schema } from './api-operation.ts';

/** Deeper than this nobody reads an example. */
const DEPTH = 5;

const firstOf = (schema: Schema): Schema | null => {
  const choices = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(choices) ? (choices.find((one): one is Schema => isPlainObject(one) && one['type'] !== 'null') ?? null) : null;
};

export const propertiesOf = (schema: Schema): readonly (readonly [name: string, schema: Schema])[] => {
  const properties = schema['properties'];
  return isPlainObject(properties) ? Object.entries(properties).filter((entry): entry is [string, Schema] => isPlainObject(entry[1])) : [];
};

export const requiredOf = (schema: Schema): ReadonlySet<string> =>
  new Set(Array.isArray(schema['required']) ? schema['required'].filter((name) => typeof name === 'string') : []);

/** What a schema is of, in one word; the first where it may be several. */
export function schemaType(schema: Schema): string {
  const { type } = schema as { readonly type?: unknown };
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.filter((one) => one !== 'null').join(' | ');
  const first = firstOf(schema);
  return first ? schemaType(first) : 'any';
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-15',
  'date-time': '2026-01-15T08:00:00Z',
  email: 'someone@example.com',
  uri: 'https://www.example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
};

const numberAt = (schema: Schema): number => {
  const { minimum } = schema as { readonly minimum?: unknown };
  return typeof minimum === 'number' && minimum > 1 && Number.isSafeInteger(minimum) ? minimum : 1;
};

/** A value that fits the schema well enough to begin with: what is given, what is required, or all where nothing is. */
export function exampleOf(schema: Schema, depth = 0): unknown {
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return (schema['enum'] as readonly unknown[])[0];
  const first = firstOf(schema);
  if (first) return exampleOf(first, depth);
  const [type = 'any'] = schemaType(schema).split(' | ');
  switch (type) {
    case 'string':
      return (typeof schema['format'] === 'string' && TEXTS[schema['format']]) || '';
    case 'integer':
    case 'number':
      return numberAt(schema);
    case 'boolean':
      return true;
    case 'array':
      return depth < DEPTH && isPlainObject(schema['items']) ? [exampleOf(schema['items'], depth + 1)] : [];
    case 'object':
      return depth < DEPTH ? exampleObject(schema, depth) : {};
    default:
      return null;
  }
}

function exampleObject(schema: Schema, depth: number): Record<string, unknown> {
  const required = requiredOf(schema);
  const wanted = propertiesOf(schema).filter(([name]) => required.size === 0 || required.has(name));
  return Object.fromEntries(wanted.map(([name, property]) => [name, exampleOf(property, depth + 1)]));
}

export interface SchemaLine {
  readonly name: string;
  readonly depth: number;
  readonly type: string;
  readonly isRequired: boolean;
  /** Bounds and choices, such as `≤ 100` or `"on" | "off"`. */
  readonly rule: string;
  readonly description: string;
}

/** As many as anybody reads. */
const MAX_LINES = 200;
const CHOICES = 8;

/** What is in a schema, a line for each name, depth first. */
export function schemaLines(schema: Schema): readonly SchemaLine[] {
  const lines: SchemaLine[] = [];
  const walk = (of: Schema, depth: number): void => {
    const inner = firstOf(of) ?? of;
    const items = isPlainObject(inner['items']) ? (firstOf(inner['items']) ?? inner['items']) : inner;
    const required = requiredOf(items);
    for (const [name, property] of propertiesOf(items)) {
      if (lines.length >= MAX_LINES || depth > DEPTH) return;
      const { description } = property as { readonly description?: unknown };
      lines.push({
        name,
        depth,
        type: schemaType(property),
        isRequired: required.has(name),
        rule: schemaRule(property),
        description: typeof description === 'string' ? description : '',
      });
      walk(property, depth + 1);
    }
  };
  walk(schema, 0);
  return lines;
}

const isBound = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;

export function schemaRule(schema: Schema): string {
  const of = firstOf(schema) ?? schema;
  const { enum: choices, minLength, maxLength, minimum, maximum, maxItems } = of;
  const least = [minLength, minimum].find(isBound);
  const most = [maxLength, maximum, maxItems].find(isBound);
  const named = Array.isArray(choices) ? choices.slice(0, CHOICES).map((one) => JSON.stringify(one)) : [];
  return [
    ...(named.length > 0 ? [named.join(' | ') + (Array.isArray(choices) && choices.length > CHOICES ? ' | …' : '')] : []),
    ...(least === undefined || least === 0 ? [] : [`≥ ${least}`]),
    ...(most === undefined ? [] : [`≤ ${most}`]),
  ].join(' · ');
}
