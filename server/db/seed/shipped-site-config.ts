import type { NewRow } from '../tables/tables.ts';

type Row = NewRow<'config'>;

const of =
  (group: string) =>
  (id: number, name: string, title: string, tip: string, type: string, value: string, weigh: number): Row => ({
    id,
    name,
    group,
    title,
    tip,
    type,
    value,
    weigh,
  });
const home = of('home');
const seo = of('seo');

/** The settings of the public pages: what stands on them, and what search engines are told. */
export const SHIPPED_SITE_CONFIG: readonly Row[] = [
  home(44, 'home_sentence', 'Headline in Chinese', 'Empty for the one that comes with the program', 'string', '', 99),
  home(45, 'home_sentence_en', 'Headline in English', 'Empty for the one that comes with the program', 'string', '', 98),
  home(46, 'home_cards', 'Cards in Chinese', 'Title and text; at most six, none for those that come with the program', 'array', '[]', 97),
  home(
    47,
    'home_cards_en',
    'Cards in English',
    'Title and text; at most six, none for those that come with the program',
    'array',
    '[]',
    96,
  ),
  home(48, 'home_questions', 'Sample questions in Chinese', 'One per line, at most three', 'textarea', '', 95),
  home(49, 'home_questions_en', 'Sample questions in English', 'One per line, at most three', 'textarea', '', 94),
  home(67, 'home_chat', 'Question box on the home page', '', 'switch', '1', 93),
  home(68, 'home_goods', 'Goods on the home page', '', 'switch', '1', 92),
  home(69, 'home_notices', 'Notices on the home page', '', 'switch', '1', 91),
  home(70, 'home_chart', 'Playable chart on the home page', '', 'switch', '1', 90),
  home(87, 'home_pictures', 'Pictures of the product on the home page', '', 'switch', '1', 89),
  home(122, 'demo_enabled', 'Trial in the browser', 'At /try, where its files were built, with a door on the home page', 'switch', '0', 90),
  home(71, 'goods_public', 'Goods are public', 'Anybody may look at goods on sale', 'switch', '1', 89),
  home(72, 'goods_prices', 'Prices are public', 'Without them visitors are invited to ask', 'switch', '1', 88),
  home(73, 'site_contact', 'Contact', 'Stands at the foot of public pages', 'string', '', 87),
  seo(74, 'site_address', 'Address of the site', 'Such as https://shop.example.com; empty for the one that is asked for', 'string', '', 99),
  seo(75, 'site_description', 'Description in Chinese', 'What search engines show below the title', 'textarea', '', 98),
  seo(76, 'site_description_en', 'Description in English', 'What search engines show below the title', 'textarea', '', 97),
  seo(77, 'share_image', 'Picture for sharing', 'Where a page has none of its own', 'image', '', 96),
  seo(78, 'search_indexing', 'Search engines may list the site', '', 'switch', '1', 95),
  seo(79, 'search_verification', 'Proofs for search engines', 'One per line, such as google-site-verification=abc', 'textarea', '', 94),
];
