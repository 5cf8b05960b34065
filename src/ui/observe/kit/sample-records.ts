import { createEmptyActor } from 'xstate';
import { sectionInput } from '#actors/shell/section-input';
import type { Abilities } from '#domain/table/abilities';
import type { AddressParams } from '#domain/table/collection-address';
import type { Texts } from '#domain/fields/kinds/base/declared';
import type { Resource } from '#domain/table/resource';
import type { ListRow } from '#domain/table/row';
import type { CollectionInput } from '#machines/table/collection.vocabulary';
import { t, type MessageKey } from '../../base/i18n.ts';

export const ALL: Abilities = { mayAdd: true, mayEdit: true, mayDelete: true, maySort: false };
export const NONE: Abilities = { mayAdd: false, mayEdit: false, mayDelete: false, maySort: false };

const SECONDS = 1_775_352_600;
const HOUR = 3600;

const both = (key: MessageKey): Texts => ({ 'zh-cn': t(key), en: t(key) });

/** A section of few fields that no server has; `name` keeps the inputs of several apart. */
export const sampleSection = (name: string): Resource => ({
  name,
  controller: 'sample.Kit',
  table: 'dev_kit',
  titleField: 'title',
  rowActions: ['edit', 'delete'],
  defaultOrder: { field: 'id', direction: 'asc' },
  label: both('dev.kit.sample.section'),
  fields: {
    id: { kind: 'id', sortable: true, widthPx: 72, label: { 'zh-cn': 'ID', en: 'ID' } },
    title: {
      kind: 'string',
      required: true,
      quickSearch: true,
      sortable: true,
      label: both('dev.kit.sample.column'),
      hint: both('dev.kit.sample.hint'),
    },
    price: {
      kind: 'money',
      required: true,
      min: 0,
      sortable: true,
      label: both('dev.kit.sample.price'),
    },
    status: {
      kind: 'select',
      options: ['on', 'off'],
      optionLabels: { on: both('dev.kit.sample.onSale'), off: both('dev.kit.sample.offSale') },
      optionColors: { on: 'teal', off: 'orange' },
      label: both('dev.kit.sample.status'),
    },
    isFeatured: { kind: 'switch', label: both('dev.kit.sample.featured') },
    createTime: { kind: 'createTime', sortable: true, label: both('dev.kit.sample.created') },
  },
});

export const sampleRows = (): readonly ListRow[] =>
  [t('dev.kit.sample.name'), t('dev.kit.sample.longName'), t('dev.kit.sample.third')].map((title, index) => ({
    id: index + 1,
    title,
    price: [368_00, 1_248_50, 99_00][index] ?? 0,
    status: index === 1 ? 'off' : 'on',
    isFeatured: index === 0,
    version: 1,
    createTime: SECONDS + index * HOUR,
    updateTime: SECONDS,
  }));

/** Keeps the address of lists that stand here. */
const nobody = createEmptyActor();

/** What a list of the sample section begins with. */
export const sampleListInput = (resource: Resource, abilities: Abilities, params: AddressParams): CollectionInput => ({
  ...sectionInput(resource, abilities, null),
  params,
  owner: nobody,
});
