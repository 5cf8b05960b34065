import type { MessageKey } from '../../../base/message-key.ts';
import type { FieldRef } from '../base/field-input.ts';

interface PairNames {
  readonly key: MessageKey;
  readonly value: MessageKey;
}

const PLAIN: PairNames = { key: 'resources.kit.fields.key', value: 'resources.kit.fields.value' };
const CARD: PairNames = { key: 'fields.array.names.title', value: 'fields.array.names.text' };

/** Shipped settings whose pairs are more than a key and its value. */
const OF_SETTINGS: Readonly<Record<string, PairNames>> = {
  home_cards: CARD,
  home_cards_en: CARD,
  config_group: { key: PLAIN.key, value: 'fields.array.names.title' },
  config_quick_entrance: { key: 'fields.array.names.title', value: 'fields.array.names.rule' },
};

/** What the two boxes of a pair are called. */
export const pairNamesOf = ({ resource, key }: Pick<FieldRef, 'resource' | 'key'>): PairNames =>
  resource.name === 'setting' && Object.hasOwn(OF_SETTINGS, key) ? (OF_SETTINGS[key] ?? PLAIN) : PLAIN;
