import { describe, expect, it } from 'vitest';
import type { HelpArticle, HelpAudience } from '#domain/help/article';
import { createHelp, type HelpReader } from '#server/features/help/help.service';

const article = (slug: string, title: string, audience: HelpAudience, node = '', body = 'Text.'): [string, HelpArticle] => [
  slug,
  { slug, title, asks: [title], also: [], route: '/', audience, node, isFirst: false, body },
];
const VISITOR: HelpReader = { kind: 'visitor' };
const MEMBER: HelpReader = { kind: 'member' };
const staff = (...nodes: string[]): HelpReader => ({
  kind: 'admin',
  grants: { isSuper: false, groupIds: [], ruleIds: new Set(), nodes: new Set(nodes) },
});
const SUPER: HelpReader = { kind: 'admin', grants: { isSuper: true, groupIds: [], ruleIds: new Set(), nodes: new Set() } };

const help = createHelp({
  en: new Map([
    article('door', 'Open the door', 'visitor'),
    article('purse', 'Open the purse', 'member'),
    article('desk', 'Open the desk', 'admin'),
    article(
      'safe',
      'Open the safe',
      'admin',
      'office/safe/index',
      '## Steps\n\n1. Turn the wheel.\n\nThe safe is **heavy**.\n\n- No key: ask [Ann](/help/desk).\n- Rust.',
    ),
  ]),
  'zh-cn': new Map([
    article('door', '打开大门', 'visitor'),
    article('purse', '打开钱包', 'member'),
    article('desk', '打开办公桌', 'admin'),
    article('safe', '打开保险柜', 'admin', 'office/safe/index'),
  ]),
});
const found = (question: string, reader: HelpReader, language: 'en' | 'zh-cn' = 'en') =>
  help.search(question, language, reader).map(({ slug }) => slug);

describe('the help', () => {
  it.each([
    ['a visitor', VISITOR, ['door']],
    ['a member', MEMBER, ['door', 'purse']],
    ['an administrator', staff(), ['door', 'purse', 'desk']],
    ['an administrator with the right', staff('office/safe/index'), ['door', 'purse', 'desk', 'safe']],
    ['a super administrator', SUPER, ['door', 'purse', 'desk', 'safe']],
  ])('finds for %s what they may see, and nothing else', (_who, reader, slugs) => {
    expect(new Set(found('open', reader))).toEqual(new Set(slugs));
    expect(help.contents('en', reader).map(({ slug }) => slug)).toEqual(slugs);
    expect(['door', 'purse', 'desk', 'safe'].filter((slug) => help.isOpenTo(help.readArticle(slug, 'en')!, reader))).toEqual(slugs);
  });

  it('answers in the language of the pages, whichever the question is in', () => {
    expect(help.search('保险柜', 'en', SUPER).map(({ slug, title }) => [slug, title])).toEqual([['safe', 'Open the safe']]);
    expect(help.search('safe', 'zh-cn', SUPER).map(({ slug, title }) => [slug, title])).toEqual([['safe', '打开保险柜']]);
  });

  it('forgives one wrong letter, and finds words by their beginning', () => {
    expect(found('prse', MEMBER)).toEqual([]);
    expect(found('pursw', MEMBER)).toEqual(['purse']);
    expect(found('pur', MEMBER)).toEqual(['purse']);
  });

  it('refuses what it is not about', () => {
    expect(found('Which fish swims backwards?', SUPER)).toEqual([]);
    expect(found('哪种鱼会倒着游', SUPER, 'zh-cn')).toEqual([]);
    expect(found('', SUPER)).toEqual([]);
    expect(found('how can I', SUPER)).toEqual([]);
  });

  it('shows the passage that answers, without marks', () => {
    expect(help.search('safe heavy', 'en', SUPER)[0]?.excerpt).toBe('The safe is heavy.');
    expect(help.search('safe key Ann', 'en', SUPER)[0]?.excerpt).toBe('No key: ask Ann.');
  });

  it('takes the same time for a question of any length', () => {
    expect(found(`${'open the door '.repeat(20)}${'x'.repeat(1_000_000)}`, VISITOR)).toEqual(['door']);
  });

  it('knows no article that is not there', () => {
    expect(help.readArticle('window', 'en')).toBeNull();
    expect(help.readArticle('door', 'zh-cn')?.title).toBe('打开大门');
  });
});
