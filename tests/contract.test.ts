import { readFileSync } from 'node:fs';
import type { TableMetadata } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '#domain/base/language';
import { nodeOf } from '#api/contract/base/endpoint';
import { resourceEndpoints } from '#api/contract/table/resource-endpoints';
import { SHIPPED_RESOURCES } from '#server/base/shipped-resources';
import { isInForm, wireNameOf } from '#domain/fields/field';
import { hasCall, pagePathOf, type ResourceCall } from '#domain/table/resource';
import { folderNameOf } from '#domain/table/section-folder';
import { SHIPPED_RULES } from '#server/db/seed/shipped-rules';
import { openTestDatabase } from '#tests/support/database.ts';

/** A section is complete when its declaration, its table, its texts in both languages and its menu rule agree. */
type Messages = Readonly<Record<string, unknown>>;

const messages = (resource: string, language: string): Messages =>
  JSON.parse(readFileSync(`src/sections/${folderNameOf(resource)}/${language}.json`, 'utf8')) as Messages;
const at = (from: unknown, ...path: readonly string[]): unknown =>
  path.reduce((value, key) => (typeof value === 'object' && value !== null ? (value as Messages)[key] : undefined), from);

/** The newest tables; reading what they are changes none of them. */
let tables: readonly TableMetadata[];
beforeAll(async () => {
  const database = await openTestDatabase();
  tables = await database.kysely.introspection.getTables();
  await database.close();
});

it.each(LANGUAGES)('each menu rule has a title in %s, that of a page and those of its rights', (language) => {
  const files = ['menu.json', ...SHIPPED_RESOURCES.map(({ name }) => name)];
  const words = files.flatMap((file) =>
    Object.keys(
      file === 'menu.json'
        ? (JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8')) as Messages)
        : ((messages(file, language)['menu'] ?? {}) as Messages),
    ),
  );
  const known = new Set(words.map((key) => `menu.${key}`));
  expect(SHIPPED_RULES.filter(({ title }) => !known.has(title)).map(({ name, title }) => `${name}: ${title}`)).toEqual([]);
});

describe.each(SHIPPED_RESOURCES.map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  it('has a table with a column for each field', () => {
    const columns = tables.find((table) => table.name === resource.table)?.columns.map((column) => column.name) ?? [];
    // Passwords lie in tables of their own.
    const stored = Object.entries(resource.fields).filter(([, field]) => !['password', 'secret'].includes(field.kind));
    const declared = stored.map(([key, field]) => wireNameOf(key, field));
    expect(declared.filter((name) => !columns.includes(name))).toEqual([]);
  });

  it.each(['zh-cn', 'en'])('has all its texts in %s', (language) => {
    const texts = messages(resource.name, language);
    const wanted = [
      ['label'],
      ['menu', pagePathOf(resource).replaceAll('/', '.')],
      ...Object.keys(resource.fields).map((key) => ['fields', key]),
      ...Object.entries(resource.fields).flatMap(([key, field]) =>
        'options' in field ? field.options.map((option) => ['options', key, option]) : [],
      ),
      ...Object.entries(resource.fields).flatMap(([key, field]) => (field.hint === true && isInForm(field) ? [['hints', key]] : [])),
    ];
    expect(wanted.filter((path) => typeof at(texts, ...path) !== 'string').map((path) => path.join('.'))).toEqual([]);
  });

  it('has a menu rule whose name is its page, and a node for each of its calls', () => {
    const page = SHIPPED_RULES.find((rule) => rule.name === pagePathOf(resource));
    expect({ type: page?.type, menuType: page?.menu_type, path: page?.path }).toEqual({ type: 'menu', menuType: 'tab', path: page?.name });
    const nodes = SHIPPED_RULES.filter((rule) => rule.pid === page?.id && rule.type === 'button').map((rule) => rule.name.toLowerCase());
    const calls = Object.entries(resourceEndpoints(resource)).filter(([call]) => hasCall(resource, call as ResourceCall));
    expect([...new Set(calls.map(([, endpoint]) => nodeOf(endpoint)))].filter((node) => !nodes.includes(node))).toEqual([]);
  });
});
