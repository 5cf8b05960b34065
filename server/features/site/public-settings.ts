import type { Kysely } from 'kysely';
import type { Pair } from '#domain/settings/config-item';
import { settingLines } from '#domain/settings/setting-lines';
import { MOST_CARDS, MOST_QUESTIONS, searchProofOf, type SearchProof } from '#domain/site/home-settings';
import type { Tables } from '../../db/tables/tables.ts';

/** What the settings say of the public pages; every one has a plain default. */
export interface PublicSettings {
  readonly sentence: { readonly 'zh-cn': string; readonly en: string };
  readonly cards: { readonly 'zh-cn': readonly Pair[]; readonly en: readonly Pair[] };
  readonly questions: { readonly 'zh-cn': readonly string[]; readonly en: readonly string[] };
  readonly description: { readonly 'zh-cn': string; readonly en: string };
  readonly showsChat: boolean;
  readonly showsGoods: boolean;
  readonly showsNotices: boolean;
  readonly showsChart: boolean;
  readonly showsPictures: boolean;
  /** Whether visitors may try the product in their browser. */
  readonly isDemoOpen: boolean;
  readonly isGoodsPublic: boolean;
  readonly hasPrices: boolean;
  /** Such as `https://shop.example.com`; empty where pages name the address that they were asked by. */
  readonly origin: string;
  readonly shareImage: string;
  readonly isIndexed: boolean;
  readonly verifications: readonly SearchProof[];
  readonly contact: string;
}

function pairsOf(text: string): readonly Pair[] {
  try {
    const pairs: unknown = JSON.parse(text === '' ? '[]' : text);
    if (!Array.isArray(pairs)) return [];
    return (pairs as Pair[]).filter(({ key, value }) => typeof key === 'string' && typeof value === 'string').slice(0, MOST_CARDS);
  } catch {
    return [];
  }
}

/** A line that is none, as an earlier version has stored it, says nothing. */
const verificationsOf = (text: string): readonly SearchProof[] =>
  settingLines(text)
    .map(searchProofOf)
    .filter((proof) => proof !== null);

/** @param text of the setting `site_address`; @returns empty for what is no address of a site */
export function originOf(text: string): string {
  const url = URL.parse(text.trim());
  return url && /^https?:$/u.test(url.protocol) ? url.origin : '';
}

/** @param siteAddress origin of the site, where its settings name none */
export async function readPublicSettings(kysely: Kysely<Tables>, siteAddress = ''): Promise<PublicSettings> {
  const rows = await kysely.selectFrom('config').select(['name', 'value']).where('group', 'in', ['home', 'seo']).execute();
  const values = new Map(rows.map(({ name, value }) => [name, value ?? '']));
  const text = (name: string): string => values.get(name)?.trim() ?? '';
  const isOn = (name: string, absent = true): boolean => (values.has(name) ? values.get(name) === '1' : absent);
  return {
    sentence: { 'zh-cn': text('home_sentence'), en: text('home_sentence_en') },
    cards: { 'zh-cn': pairsOf(text('home_cards')), en: pairsOf(text('home_cards_en')) },
    questions: {
      'zh-cn': settingLines(text('home_questions')).slice(0, MOST_QUESTIONS),
      en: settingLines(text('home_questions_en')).slice(0, MOST_QUESTIONS),
    },
    description: { 'zh-cn': text('site_description'), en: text('site_description_en') },
    showsChat: isOn('home_chat'),
    showsGoods: isOn('home_goods'),
    showsNotices: isOn('home_notices'),
    showsChart: isOn('home_chart'),
    showsPictures: isOn('home_pictures'),
    isDemoOpen: isOn('demo_enabled', false),
    isGoodsPublic: isOn('goods_public', false),
    hasPrices: isOn('goods_prices', false),
    origin: originOf(text('site_address')) || siteAddress,
    shareImage: text('share_image'),
    isIndexed: isOn('search_indexing'),
    verifications: verificationsOf(text('search_verification')),
    contact: text('site_contact'),
  };
}
