import { type Kysely, sql } from 'kysely';

/** Which goods come first on public pages, and the settings of these pages. Where people work already, goods stay unseen until somebody shows them. */
export const publicGoods = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** A new database gets these rows with its first data instead. */
const setting = (group: string, name: string, title: string, tip: string, type: string, value: string, weigh: number): string =>
  `insert into config (name, "group", title, tip, type, value, rule, weigh)
   select '${name}', '${group}', '${title}', '${tip}', '${type}', '${value}', '', ${weigh}
   where exists (select from admin_group) on conflict (name) do nothing`;

const group = (key: string, title: string): string =>
  `update config set value = (value::jsonb || '[{"key":"${key}","value":"${title}"}]')::text
   where name = 'config_group' and not value::jsonb @> '[{"key":"${key}"}]'`;

const statements: readonly string[] = [
  `alter table goods add column is_featured varchar(1) not null default '0' check (is_featured in ('0', '1'))`,
  `create index goods_public on goods (is_featured desc, weigh desc, id desc) where status = 'on'`,
  group('home', 'Public site'),
  group('seo', 'Search engines'),
  setting('home', 'home_sentence', 'Headline in Chinese', 'Empty for the one that comes with the program', 'string', '', 99),
  setting('home', 'home_sentence_en', 'Headline in English', 'Empty for the one that comes with the program', 'string', '', 98),
  setting(
    'home',
    'home_cards',
    'Cards in Chinese',
    'Title and text; at most six, none for those that come with the program',
    'array',
    '[]',
    97,
  ),
  setting(
    'home',
    'home_cards_en',
    'Cards in English',
    'Title and text; at most six, none for those that come with the program',
    'array',
    '[]',
    96,
  ),
  setting('home', 'home_questions', 'Sample questions in Chinese', 'One per line, at most three', 'textarea', '', 95),
  setting('home', 'home_questions_en', 'Sample questions in English', 'One per line, at most three', 'textarea', '', 94),
  setting('home', 'home_chat', 'Question box on the home page', '', 'switch', '1', 93),
  setting('home', 'home_goods', 'Goods on the home page', '', 'switch', '1', 92),
  setting('home', 'home_notices', 'Notices on the home page', '', 'switch', '1', 91),
  setting('home', 'home_chart', 'Playable chart on the home page', '', 'switch', '1', 90),
  setting('home', 'goods_public', 'Goods are public', 'Anybody may look at goods on sale', 'switch', '0', 89),
  setting('home', 'goods_prices', 'Prices are public', 'Without them visitors are invited to ask', 'switch', '0', 88),
  setting('home', 'site_contact', 'Contact', 'Stands at the foot of public pages', 'string', '', 87),
  setting(
    'seo',
    'site_address',
    'Address of the site',
    'Such as https://shop.example.com; empty for the one that is asked for',
    'string',
    '',
    99,
  ),
  setting('seo', 'site_description', 'Description in Chinese', 'What search engines show below the title', 'textarea', '', 98),
  setting('seo', 'site_description_en', 'Description in English', 'What search engines show below the title', 'textarea', '', 97),
  setting('seo', 'share_image', 'Picture for sharing', 'Where a page has none of its own', 'image', '', 96),
  setting('seo', 'search_indexing', 'Search engines may list the site', '', 'switch', '1', 95),
  setting(
    'seo',
    'search_verification',
    'Proofs for search engines',
    'One per line, such as google-site-verification=abc',
    'textarea',
    '',
    94,
  ),
];
