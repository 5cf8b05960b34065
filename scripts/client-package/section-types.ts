import { isPosted, wireNameOf, type Field } from '../../src/domain/fields/field.ts';
import type { WireForm } from '../../src/domain/fields/kinds/base/kind.ts';
import { describedKind } from '../../src/domain/fields/kinds/registry.ts';
import { isForPrograms } from '../../src/domain/programs/api-token.ts';
import type { Resource } from '../../src/domain/table/resource.ts';

const FORMS: Readonly<Record<WireForm, string>> = {
  text: 'string',
  trimmed: 'string',
  number: 'number | null',
  time: 'number | null',
  id: 'number | null',
  parent: 'number',
  money: 'string',
  switch: "'0' | '1'",
  list: 'readonly string[]',
  ids: 'readonly (number | string)[]',
  pairs: 'readonly { readonly key: string; readonly value: string }[]',
};

const textOf = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;

/** The options of a field that has some. What stood in a record before an option was taken away is still told. */
function optionsOf(field: Field): string | null {
  const options = 'options' in field && Array.isArray(field.options) ? field.options.map((option) => textOf(String(option))) : [];
  return options.length > 0 ? options.join(' | ') : null;
}

function writtenAs(field: Field): string {
  const { wire } = describedKind(field);
  const options = optionsOf(field);
  if (options) return wire === 'list' ? `readonly (${options})[]` : options;
  return FORMS[wire];
}

/** Read, a value may be missing that a form would ask for: rows are older than rules. */
const readAs = (field: Field): string => {
  const { wire } = describedKind(field);
  // Lists tell some of these as clients of the family have them: times as people read them, switches and numbered options as numbers.
  if (wire === 'time') return 'number | string | null';
  if (wire === 'switch') return "'0' | '1' | 0 | 1 | null";
  if (field.kind === 'ruleTree') return 'readonly string[] | string | null';
  const options = 'options' in field && wire !== 'list' && Array.isArray(field.options) ? field.options.map(String) : [];
  const numbers = options.every((option) => /^\d{1,9}$/u.test(option)) ? options : [];
  if (options.length > 0) return [...options.map(textOf), ...numbers, "''", 'null'].join(' | ');
  const written = writtenAs(field);
  if (field.kind === 'id' || field.kind === 'version') return 'number';
  return written.includes('null') ? written : `${written} | null`;
};

const nameOf = (name: string): string => (/^[A-Za-z_]\w*$/u.test(name) ? name : textOf(name));

const isSecret = (field: Field): boolean => describedKind(field).storage === 'secret';

/** The sections that a program may call, in their order by name. */
export const sectionsForPrograms = (resources: readonly Resource[]): readonly Resource[] =>
  resources.filter((resource) => isForPrograms(resource, true)).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

function typesOf(resource: Resource): string {
  const fields = Object.entries(resource.fields);
  const rows = fields
    .filter(([, field]) => !isSecret(field))
    .map(([key, field]) => `    readonly ${nameOf(wireNameOf(key, field))}: ${readAs(field)};`);
  const posted = fields.filter(([, field]) => isPosted(field));
  const values = posted.map(([key, field]) => `    readonly ${nameOf(wireNameOf(key, field))}?: ${writtenAs(field)};`);
  // The state of a new record is the first of its life.
  const required = posted.flatMap(([key, field]) =>
    'required' in field && field.required && field.when === undefined && key !== resource.life?.field
      ? [textOf(wireNameOf(key, field))]
      : [],
  );
  const events = Object.entries(resource.life?.events ?? {}).flatMap(([event, { right, asks }]) => {
    if (right === 'none') return [];
    const asked = (asks?.fields ?? []).flatMap((key) => {
      const field = resource.fields[key];
      return field ? [`readonly ${nameOf(wireNameOf(key, field))}?: ${writtenAs(field)}`] : [];
    });
    return [`    readonly ${nameOf(event)}: {${asked.length > 0 ? ` ${asked.join('; ')} ` : ''}};`];
  });
  return [
    `  readonly ${resource.name}: {`,
    `   readonly row: {\n${rows.join('\n')}\n   };`,
    `   readonly values: {\n${values.join('\n')}\n   };`,
    `   readonly required: ${required.length > 0 ? required.join(' | ') : 'never'};`,
    `   readonly events: {${events.length > 0 ? `\n${events.join('\n')}\n   ` : ''}};`,
    '  };',
  ].join('\n');
}

/** The module of the package that says what sections there are: their types, where their calls stand, and what makes a client of them. */
export function sectionsModule(resources: readonly Resource[]): string {
  const sections = sectionsForPrograms(resources);
  return `// Written by \`npm run client:package\` from the declarations of the sections.
import { createClient, type TroupeClient, type TroupeOptions } from './runtime.js';

export * from './runtime.js';

/** By section: a record as it is read, what may be written of it, what it cannot be added without, and the events of its life. */
export interface Sections {
${sections.map(typesOf).join('\n')}
}

const CONTROLLERS: Readonly<Record<keyof Sections, string>> = {
${sections.map(({ name, controller }) => `  ${name}: ${textOf(controller)},`).join('\n')}
};

/** A client of one server, with the rights of one token. */
export const createTroupe = (options: TroupeOptions): TroupeClient<Sections> => createClient<Sections>(options, CONTROLLERS);
`;
}
