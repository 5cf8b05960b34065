import * as fc from 'fast-check';
import type { Field } from '#domain/fields/field';
import { describedKind, KINDS, SERVER_OWNED, type FieldKind } from '#domain/fields/kinds/registry';
import type { Resource } from '#domain/table/resource';
import type { SectionDesign } from '#domain/designer/section-design';

/** Words as people type them, with what a printer could trip over. */
const word = fc.oneof(
  fc.constantFrom(
    'Tea',
    '茶',
    "it's",
    '"both" \'quotes\'',
    'back\\slash',
    '`${x}`',
    'line\nbreak',
    '*/',
    '😀👨‍👩‍👧',
    'e\u0301',
    '\u202e',
    '{{n}}',
    'ｆｕｌｌ',
  ),
  fc.string({
    unit: fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.constantFrom(...Array.from('茶具列表，。カナ한국éßЖ→ｱ😀'))),
    maxLength: 12,
  }),
);
/** What stands in English files has no Chinese in it. */
const englishWord = word.map((text) => text.replaceAll(/\p{Script=Han}/gu, 'x'));
const texts = fc.record({ 'zh-cn': word, en: englishWord }, { requiredKeys: [] });
const option = fc
  .oneof(fc.constantFrom('0', '1', '10', 'on', 'class', 'a b', "it's", '茶'), word)
  .filter((text) => text !== '' && text.length <= 30);
const size = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 }));
const amount = fc.oneof(fc.integer({ min: -100, max: 100 }), fc.constantFrom(0.5, -0.25, 1e21, 99_999_999_99, 2_147_483_647, 10_000, 9999));
const key = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,24}$/u);

const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });

/** In the order in which somebody happened to choose. */
const shuffled = (field: Record<string, unknown>): fc.Arbitrary<Field> =>
  fc
    .shuffledSubarray(
      Object.keys(field).filter((name) => name !== 'kind' && field[name] !== undefined),
      { minLength: 0 },
    )
    .map(
      (names) =>
        ({
          kind: field['kind'],
          ...('options' in field && { options: field['options'] }),
          ...('of' in field && { of: field['of'] }),
          ...Object.fromEntries(names.map((name) => [name, field[name]])),
        }) as unknown as Field,
    );

const common = {
  label: sometimes(texts),
  column: fc.constant(undefined),
  required: sometimes(fc.boolean()),
  quickSearch: sometimes(fc.boolean()),
  sortable: sometimes(fc.boolean()),
  search: sometimes(fc.constantFrom('text', 'equal', 'select', 'range')),
  list: sometimes(fc.constantFrom('shown', 'hidden', 'never')),
  form: sometimes(fc.constant('never')),
  hint: sometimes(fc.oneof(fc.constant(true), texts)),
  widthPx: sometimes(fc.integer({ min: 40, max: 400 })),
};

function fieldOf(kind: FieldKind): fc.Arbitrary<Field> {
  const base = { kind: fc.constant(kind), ...common };
  switch (describedKind({ kind }).shape) {
    case 'text':
      return fc
        .record({
          ...base,
          maxLength: sometimes(size),
          initial: sometimes(kind === 'string' || kind === 'textarea' ? fc.string({ maxLength: 150 }) : fc.constant('')),
        })
        .chain(shuffled);
    case 'number':
      return fc
        .record({ ...base, min: sometimes(amount), max: sometimes(amount), initial: sometimes(fc.constantFrom(null, 0, 7)) })
        .chain(shuffled);
    case 'choice':
      return fc
        .uniqueArray(option, { minLength: 1, maxLength: 12 })
        .chain((options) =>
          fc.record({
            ...base,
            options: fc.constant(options),
            optionLabels: sometimes(fc.record(Object.fromEntries(options.map((one) => [one, texts])), { requiredKeys: [] })),
            optionColors: sometimes(fc.record(Object.fromEntries(options.map((one) => [one, fc.constantFrom('gray', 'teal', 'orange')])))),
            initial: sometimes<string | readonly string[]>(kind === 'checkbox' ? fc.subarray(options) : fc.constantFrom(...options)),
          }),
        )
        .chain(shuffled);
    case 'list':
      return fc.record({ ...base, maxCount: sometimes(size) }).chain(shuffled);
    case 'record':
      return fc
        .record({
          ...base,
          of: fc.constant('goodsCategory'),
          shows: sometimes(fc.constant(['nameEn'])),
          outlivesRecord: sometimes(fc.constant(true)),
          onDelete: sometimes(fc.constant('ask')),
        })
        .chain(shuffled);
    case 'records':
      return fc.record({ ...base, of: fc.constant('goodsCategory') }).chain(shuffled);
    case 'plain':
      return fc.record({ ...base, initial: sometimes(kind === 'switch' ? fc.boolean() : fc.constant(undefined)) }).chain(shuffled);
    case 'rules':
    default:
      throw new Error(`no random field of ${kind}`);
  }
}

const DRAWN = (Object.keys(KINDS) as FieldKind[]).filter(
  (kind) => !(kind in SERVER_OWNED) && !['ruleTree', 'password', 'parent'].includes(kind),
);

/** Sections as somebody could design them: any fields in any order, words in one language or both. */
export const randomDesigns: fc.Arbitrary<SectionDesign> = fc
  .record({
    name: key.filter((name) => name.length > 2),
    label: sometimes(texts),
    menu: sometimes(
      fc.record(
        {
          under: fc.oneof(fc.constant('routine'), fc.constant({ name: 'lab', icon: 'el-icon-Box', sortOrder: 50 })),
          icon: fc.constantFrom('el-icon-Document', 'fa fa-cogs'),
          sortOrder: fc.integer({ min: 0, max: 20_000 }),
          nodes: fc.uniqueArray(key, { maxLength: 12 }),
        },
        { requiredKeys: ['under', 'icon', 'sortOrder'] },
      ),
    ),
    isSmall: sometimes(fc.constant(true)),
    title: fieldOf('string'),
    fields: fc.uniqueArray(
      fc.tuple(
        key.filter((name) => !['id', 'title', 'weigh', 'version', 'createTime', 'updateTime', 'pid'].includes(name)),
        fc.constantFrom(...DRAWN).chain(fieldOf),
      ),
      { selector: ([name]) => name.toLowerCase(), maxLength: 14 },
    ),
    foreignKeys: fc.constantFrom('kept' as const, 'none' as const),
    isUnique: fc.boolean(),
  })
  .map(({ name, label, menu, isSmall, title, fields, foreignKeys, isUnique }) => {
    const declaration = {
      name,
      ...(label && { label }),
      controller: `lab.${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      table: `x_${name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)}`,
      ...(menu && { menu }),
      titleField: 'title',
      rowActions: ['sort', 'edit', 'delete'],
      defaultOrder: { field: 'weigh', direction: 'desc' },
      ...(isSmall && { isSmall }),
      fields: {
        id: { kind: 'id' },
        title,
        ...Object.fromEntries(fields),
        weigh: { kind: 'sortOrder', list: 'hidden' },
        version: { kind: 'version', list: 'never' },
        createTime: { kind: 'createTime', sortable: true },
        updateTime: { kind: 'updateTime' },
      },
    } as Resource;
    return { declaration, shape: { unique: isUnique ? [['title']] : [], indexes: [['weigh', 'id']], foreignKeys } };
  });
