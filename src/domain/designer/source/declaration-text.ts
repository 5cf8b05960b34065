import type { Field } from '../../fields/field.ts';
import { PLACE_AT_TOP, type MenuPlace, type Resource } from '../../table/resource.ts';
import { entryText, importText, type Literal } from './literal.ts';

type Entries = Readonly<Record<string, Literal | undefined>>;

/** Declarations are JSON but for the rules that shipped ones have. */
const entriesOf = (value: object): Entries => value as Entries;

/** What a declaration may not be called in the module that exports it. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default defineResource delete do else enum eval export extends false finally ' +
    'for function if implements import in instanceof interface let new null package private protected public return static super switch ' +
    'this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

/** The name under which a section's module exports its declaration. */
export const exportNameOf = (resource: Pick<Resource, 'name'>): string =>
  RESERVED.has(resource.name) ? `${resource.name}Section` : resource.name;

/**
 * A place that no declaration names: that of a new section is below a directory by the first part of its controller; one that was designed
 * stays at the top, where its page stands since it was published.
 */
export function menuOf({ controller, menu }: Pick<Resource, 'controller' | 'menu'>, directories?: readonly string[]): MenuPlace {
  if (menu) return menu;
  if (!directories) return PLACE_AT_TOP;
  const [first = ''] = controller.split('.');
  const under = directories.includes(first) ? first : { name: first, icon: 'el-icon-Folder', sortOrder: 50 };
  return { under, icon: 'el-icon-Document', sortOrder: 50 };
}

/** A field without its words, which stand in the message files of the section. */
export function wordlessField(field: Field): Entries {
  const { label: _label, optionLabels: _labels, hint, ...rest } = entriesOf(field);
  const isHinted = hint !== undefined;
  if (!isHinted) return rest;
  // In the place where the declaration has it.
  return Object.fromEntries(
    Object.entries(entriesOf(field)).flatMap(([key, value]) => (key === 'hint' ? [[key, true]] : key in rest ? [[key, value]] : [])),
  );
}

/** A comment of one line, with nothing in it that nobody sees. */
const commentOf = (text: string): string =>
  `/** ${text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .replaceAll('*/', '* /')
    .trim()
    .replace(/\.$/u, '')}. */`;

function partText(key: string, value: Literal, resource: Resource): string {
  if (key !== 'fields') return `  ${entryText(key, value, '  ')},`;
  const fields = Object.entries(resource.fields).map(
    ([name, field]) => `    ${entryText(name, wordlessField(field), '    ', field.kind === 'money')},`,
  );
  return ['  fields: {', ...fields, '  },'].join('\n');
}

/**
 * The text of `<name>.resource.ts`: the keys in the order in which the declaration has them, without its words.
 * @param about what the section is, for whoever reads the file
 */
export function declarationText(resource: Resource, about: string): string {
  const { label: _label, check: _check, life, ...rest } = resource;
  // The life stands in a file of its own, which no browser loads.
  const declared = life ? { ...rest, lifeField: life.field } : rest;
  const parts = Object.entries(entriesOf(declared)).flatMap(([key, value]) =>
    value === undefined ? [] : [partText(key, value, resource)],
  );
  return [
    importText('defineResource', '#api/contract/table/resource'),
    '',
    commentOf(about),
    `export const ${exportNameOf(resource)} = defineResource({`,
    ...parts,
    '});',
    '',
  ].join('\n');
}
