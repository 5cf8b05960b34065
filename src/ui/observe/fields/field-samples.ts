import { FORM_FIELD_KINDS, initialValueOf, type Field } from '#domain/fields/field';
import type { SearchInputKind } from '#domain/fields/kinds/base/declared';
import type { Resource } from '#domain/table/resource';
import { t } from '../../base/i18n.ts';

export type SampleKind = (typeof FORM_FIELD_KINDS)[number];

/** One kind, as the page shows it. */
export interface FieldSample {
  readonly kind: SampleKind;
  readonly field: Field;
  readonly filled: unknown;
  readonly wrong: unknown;
  readonly searches: readonly SearchInputKind[];
}

const OPTIONS = ['small', 'medium', 'large'] as const;

/** What is filled in; and what is wrong, where that is more than nothing. */
const values = (): Readonly<Record<SampleKind, readonly [filled: unknown, wrong?: unknown]>> => ({
  mobile: ['13800138000', '12345'],
  idNumber: ['11010519491231002X', '110105194912310021'],
  account: ['tea_lover', '1st'],
  password: ['', '123'],
  variableName: ['teaName', '1tea'],
  email: ['tea@example.com', 'tea@'],
  date: ['2026-04-05', '2026-02-30'],
  number: [12.5, 2000],
  float: [0.125],
  integer: [42, -1],
  time: ['09:30:00', '25:00:00'],
  file: ['/storage/default/menu.pdf'],
  array: [
    [
      { key: t('fields.dev.sample.origin'), value: t('fields.dev.sample.place') },
      { key: t('fields.dev.sample.grade'), value: t('fields.dev.sample.one') },
    ],
  ],
  switch: [true, null],
  year: [2026, 0],
  image: ['/samples/tea-green.svg'],
  select: ['medium'],
  string: [t('fields.dev.sample.name')],
  radio: ['small'],
  checkbox: [['small', 'large']],
  richText: [t('fields.dev.sample.richText'), '<p><br></p>'],
  images: [['/samples/tea-green.svg', '/samples/cup.svg']],
  textarea: [t('fields.dev.sample.long')],
  dateTime: [1_775_352_600],
  remoteSelect: [2],
  citySelect: [['11', '22', '33']],
  iconSelect: ['el-icon-CoffeeCup'],
  color: ['#0b755e', 'green'],
});

const SEARCHES: Readonly<Record<SampleKind, readonly SearchInputKind[]>> = {
  mobile: ['text'],
  idNumber: ['equal'],
  account: ['text'],
  password: [],
  variableName: ['text'],
  email: ['text'],
  date: ['range', 'equal'],
  number: ['range', 'equal'],
  float: ['range'],
  integer: ['range', 'equal'],
  time: ['range', 'equal'],
  file: ['text'],
  array: [],
  switch: ['select'],
  year: ['range', 'equal'],
  image: [],
  select: ['select'],
  string: ['text'],
  radio: ['select'],
  checkbox: ['select'],
  richText: ['text'],
  images: [],
  textarea: ['text'],
  dateTime: ['range'],
  remoteSelect: ['select'],
  citySelect: [],
  iconSelect: ['text'],
  color: ['equal'],
};

function fieldOf(kind: SampleKind): Field {
  const words = t(`fieldKinds.${kind}`);
  const hint = t('fields.dev.sample.hint');
  const common = { required: true, label: { 'zh-cn': words, en: words }, hint: { 'zh-cn': hint, en: hint } };
  if (kind === 'select' || kind === 'radio' || kind === 'checkbox') {
    const optionLabels = Object.fromEntries(
      OPTIONS.map((option) => [option, { 'zh-cn': t(`fields.dev.options.${option}`), en: t(`fields.dev.options.${option}`) }]),
    );
    return { ...common, kind, options: OPTIONS, optionLabels, optionColors: { small: 'gray', medium: 'teal', large: 'orange' } };
  }
  if (kind === 'remoteSelect') return { ...common, kind, of: 'goodsCategory' };
  if (kind === 'number' || kind === 'integer') return { ...common, kind, min: 0, max: 1000 };
  return kind === 'images' ? { ...common, kind, maxCount: 5 } : { ...common, kind };
}

/** All kinds that a form offers, in the order of the specification. */
export function fieldSamples(): readonly FieldSample[] {
  const all = values();
  return FORM_FIELD_KINDS.map((kind) => {
    const field = fieldOf(kind);
    const [filled, wrong = untouchedValue(field)] = all[kind];
    return { kind, field, filled, wrong, searches: SEARCHES[kind] };
  });
}

/** What an untouched form has; a choice that must be made is not made. */
export const untouchedValue = (field: Field): unknown => ('options' in field && field.kind !== 'checkbox' ? '' : initialValueOf(field));

/** A section that has the sample fields and nothing else; `name` keeps the inputs of several apart. */
export const sampleResource = (name: string, samples: readonly FieldSample[], search?: SearchInputKind): Resource => ({
  name,
  controller: 'sample.Field',
  table: 'dev_sample',
  titleField: 'id',
  rowActions: [],
  defaultOrder: { field: 'id', direction: 'asc' },
  fields: { id: { kind: 'id' }, ...Object.fromEntries(samples.map(({ kind, field }) => [kind, search ? { ...field, search } : field])) },
});
