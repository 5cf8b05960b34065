import { describe, expect, it } from 'vitest';
import type { Fields } from '#domain/fields/field';
import { NO_ASKS } from '#domain/modules/asks-difference';
import type { ModuleAsks } from '#domain/modules/module-manifest';
import {
  NO_PARTS,
  type ArticlePage,
  type FormPage,
  type ListPage,
  type ModulePage,
  type ModuleParts,
  type ModuleSetting,
  type PublicRead,
  type PublicWrite,
} from '#domain/modules/module-parts';
import { partsFault } from '#domain/modules/parts-rules';
import type { Resource } from '#domain/table/resource';

const WORDS = { 'zh-cn': '茶', en: 'Tea' };

const FIELDS = {
  id: { kind: 'id' },
  title: { kind: 'string', required: true },
  titleEn: { kind: 'string' },
  body: { kind: 'textarea' },
  image: { kind: 'image' },
  phone: { kind: 'mobile' },
  word: { kind: 'password' },
  key: { kind: 'secret' },
  isShown: { kind: 'switch', required: true, initial: true },
  state: { kind: 'radio', options: ['draft', 'on'], required: true },
  kindId: { kind: 'remoteSelect', of: 'teaKind' },
  weight: { kind: 'integer' },
  day: { kind: 'dateTime' },
  createTime: { kind: 'createTime' },
} as unknown as Fields;

const SECTIONS = new Map(
  Object.entries({
    teaPot: { name: 'teaPot', fields: FIELDS },
    teaKind: { name: 'teaKind', fields: { title: { kind: 'string' }, picture: { kind: 'image' } } },
    teaOwn: { name: 'teaOwn', fields: { title: { kind: 'string' } }, dataLimit: { rule: 'personal', ownerColumn: 'admin_id' } },
  }) as unknown as [string, Resource][],
);

const KIND_READ: PublicRead = { fields: ['title'], where: {}, order: [] };
const read = (some: Partial<PublicRead> = {}): PublicRead => ({ fields: ['title'], where: {}, order: [], ...some });
const write = (some: Partial<PublicWrite> = {}): PublicWrite => ({ fields: ['title'], set: {}, mailTo: [], ...some });
const setting = (some: Partial<ModuleSetting> = {}): ModuleSetting => ({
  name: 'tea_mail',
  title: WORDS,
  type: 'string',
  rules: ['email'],
  initial: '',
  ...some,
});

/** Asks for exactly what is used. */
const asksOf = ({ read: reads, write: writes, pages }: ModuleParts): ModuleAsks => ({
  ...NO_ASKS,
  publicRead: Object.keys(reads),
  publicWrite: Object.keys(writes),
  pages: pages.map(({ name }) => name),
  mailTo: [...new Set(Object.values(writes).flatMap(({ mailTo }) => mailTo))],
});

const checked = (some: Partial<ModuleParts>, asks: Partial<ModuleAsks> = {}) => {
  const parts = { ...NO_PARTS, ...some };
  return partsFault({ manifest: { uid: 'tea', asks: { ...asksOf(parts), ...asks } }, parts, sections: SECTIONS });
};

const unfit = (field: string) => ({ fault: 'partField', params: { section: 'teaPot', field } });
const unfitOnPage = (field: string, name = 'index') => ({ fault: 'pageField', params: { name, field } });

it('of a module that shows nothing to anybody is nothing wrong', () => {
  expect(checked({})).toBeNull();
});

describe('a setting', () => {
  const options = { green: WORDS, black: WORDS };
  it.each([
    [[setting()], null],
    [[setting({ name: 'teamail' })], { fault: 'foreignSetting', params: { name: 'teamail', prefix: 'tea_' } }],
    [[setting(), setting({ type: 'number' })], { fault: 'settingTwice', params: { name: 'tea_mail' } }],
    [[setting({ type: 'select', options, initial: 'black' })], null],
    [[setting({ type: 'select', options, initial: 'white' })], { fault: 'settingOptions', params: { name: 'tea_mail' } }],
    [[setting({ type: 'select', options, initial: 'toString' })], { fault: 'settingOptions', params: { name: 'tea_mail' } }],
    [[setting({ type: 'select' })], { fault: 'settingOptions', params: { name: 'tea_mail' } }],
    [[setting({ options, initial: 'green' })], { fault: 'settingOptions', params: { name: 'tea_mail' } }],
  ])('case %# is judged', (settings, fault) => {
    expect(checked({ settings })).toEqual(fault);
  });
});

describe('what anybody may read', () => {
  it.each([
    [read(), null],
    [read({ fields: ['title', 'gone'] }), unfit('gone')],
    [read({ fields: ['key'] }), unfit('key')],
    [read({ fields: ['word'] }), unfit('word')],
    [read({ fields: ['image', 'kindId', 'day', 'isShown', 'state', 'weight'] }), null],
    [read({ where: { isShown: ['1', '0'], state: ['on'] } }), null],
    [read({ where: { isShown: ['2'] } }), unfit('isShown')],
    [read({ where: { state: ['on', 'off'] } }), unfit('state')],
    [read({ where: { title: ['on'] } }), unfit('title')],
    [read({ where: { weight: [] } }), unfit('weight')],
    [read({ where: { gone: [] } }), unfit('gone')],
    [read({ from: 'day', until: 'createTime' }), null],
    [read({ from: 'weight' }), unfit('weight')],
    [read({ until: 'title' }), unfit('title')],
    [read({ until: 'gone' }), unfit('gone')],
    [read({ order: [{ field: 'title', direction: 'asc' }] }), null],
    // Not read, and no text: its order tells nothing that is not to be known.
    [read({ order: ['day', 'weight', 'isShown', 'createTime'].map((field) => ({ field, direction: 'desc' })) }), null],
    [read({ order: [{ field: 'body', direction: 'asc' }] }), unfit('body')],
    [read({ order: [{ field: 'key', direction: 'asc' }] }), unfit('key')],
    [read({ order: [{ field: 'gone', direction: 'asc' }] }), unfit('gone')],
  ] as const)('case %# is judged', (rule, fault) => {
    expect(checked({ read: { teaPot: rule } })).toEqual(fault);
  });

  it('is in a section of the module', () => {
    expect(checked({ read: { goods: read() } })).toEqual({ fault: 'partSection', params: { name: 'goods' } });
  });

  it('tells who somebody is only where that was asked for by itself, and used', () => {
    const rules = { teaPot: read({ fields: ['title', 'phone'] }) };
    expect(checked({ read: rules })).toEqual({ fault: 'unaskedPersonal', params: { field: 'teaPot.phone' } });
    expect(checked({ read: rules }, { personal: ['teaKind.phone'] })).toEqual({
      fault: 'unaskedPersonal',
      params: { field: 'teaPot.phone' },
    });
    expect(checked({ read: rules }, { personal: ['teaPot.phone'] })).toBeNull();
    expect(checked({ read: { teaKind: KIND_READ, ...rules } }, { personal: ['teaPot.phone'] })).toBeNull();
    expect(checked({ read: { teaPot: read() } }, { personal: ['teaPot.title', 'teaPot.phone'] })).toEqual({
      fault: 'askUnused',
      params: { ask: 'personal', name: 'teaPot.phone' },
    });
  });
});

describe('what anybody may send', () => {
  it.each([
    [write(), null],
    [write({ fields: ['title', 'titleEn', 'body', 'phone', 'isShown', 'state', 'weight'] }), null],
    [write({ fields: ['title', 'gone'] }), unfit('gone')],
    [write({ fields: ['title', 'createTime'] }), unfit('createTime')],
    [write({ fields: ['title', 'image'] }), unfit('image')],
    [write({ fields: ['title', 'kindId'] }), unfit('kindId')],
    [write({ set: { isShown: '0', state: 'draft' } }), null],
    [write({ set: { isShown: 'draft' } }), unfit('isShown')],
    [write({ set: { state: 'off' } }), unfit('state')],
    [write({ set: { titleEn: '' } }), unfit('titleEn')],
    [write({ set: { gone: '1' } }), unfit('gone')],
    [write({ fields: ['title', 'state'], set: { state: 'on' } }), unfit('state')],
    // A record without it could not be added.
    [write({ fields: ['titleEn'] }), unfit('title')],
  ] as const)('case %# is judged', (rule, fault) => {
    expect(checked({ write: { teaPot: rule } })).toEqual(fault);
  });

  it('is in a section of the module whose records belong to nobody', () => {
    expect(checked({ write: { goods: write() } })).toEqual({ fault: 'partSection', params: { name: 'goods' } });
    expect(checked({ write: { teaOwn: write() } })).toEqual({ fault: 'partSection', params: { name: 'teaOwn' } });
  });

  it('is told to addresses of settings alone', () => {
    const rules = { teaPot: write({ mailTo: ['tea_mail'] }) };
    expect(checked({ write: rules, settings: [setting()] })).toBeNull();
    expect(checked({ write: rules, settings: [setting({ name: 'tea_other', rules: [] }), setting()] })).toBeNull();
    expect(checked({ write: rules, settings: [setting({ rules: ['url'] })] })).toEqual({ fault: 'partMail', params: { name: 'tea_mail' } });
    expect(checked({ write: rules, settings: [setting({ name: 'tea_other' })] })).toEqual({
      fault: 'partMail',
      params: { name: 'tea_mail' },
    });
  });

  it('may name what its form is of', () => {
    const page: FormPage = {
      template: 'form',
      name: 'ask',
      section: 'teaPot',
      title: WORDS,
      done: WORDS,
      of: { field: 'kindId', title: { zh: 'title' } },
    };
    const rules = { read: { teaKind: KIND_READ }, write: { teaPot: write({ fields: ['title', 'kindId'] }) } };
    expect(checked({ ...rules, pages: [page] })).toBeNull();
    expect(checked({ ...rules, pages: [{ ...page, of: undefined }] })).toEqual(unfit('kindId'));
    expect(checked({ ...rules, pages: [{ ...page, section: 'teaKind' }] })).toEqual(unfit('kindId'));
  });
});

const list = (some: Partial<ListPage> = {}): ListPage => ({
  template: 'list',
  look: 'entries',
  name: 'index',
  section: 'teaPot',
  title: WORDS,
  item: { title: { zh: 'title' } },
  ...some,
});
const article = (some: Partial<ArticlePage> = {}): ArticlePage => ({
  template: 'article',
  name: 'pot',
  section: 'teaPot',
  title: WORDS,
  item: { title: { zh: 'title' } },
  ...some,
});
const form = (some: Partial<FormPage> = {}): FormPage => ({
  template: 'form',
  name: 'ask',
  section: 'teaPot',
  title: WORDS,
  done: WORDS,
  ...some,
});
const READ = {
  teaPot: read({ fields: ['title', 'titleEn', 'body', 'image', 'kindId', 'day', 'weight'] }),
  teaKind: KIND_READ,
};
const WRITE = { teaPot: write({ fields: ['title', 'kindId'] }) };
const of = { field: 'kindId', title: { zh: 'title' } };
const pagesAlone = (...given: readonly ModulePage[]) => checked({ read: READ, pages: given });

const withForm = (...given: readonly ModulePage[]) => checked({ read: READ, write: WRITE, pages: given });
const shown = (nav: string, settings: readonly ModuleSetting[] = []) => checked({ read: READ, settings, pages: [list({ nav })] });
describe('a page', () => {
  it.each([
    [list({ item: { title: { zh: 'title', en: 'titleEn' }, text: { zh: 'body' }, picture: 'image', day: 'day' } }), null],
    [list({ section: 'teaOwn' }), unfitOnPage('teaOwn')],
    [list({ section: 'goods' }), unfitOnPage('goods')],
    [list({ item: { title: { zh: 'state' } } }), unfitOnPage('state')],
    [list({ item: { title: { zh: 'title', en: 'gone' } } }), unfitOnPage('gone')],
    [list({ item: { title: { zh: 'weight' } } }), unfitOnPage('weight')],
    [list({ item: { title: { zh: 'title' }, text: { zh: 'weight' } } }), unfitOnPage('weight')],
    [list({ item: { title: { zh: 'title' }, text: { zh: 'body', en: 'weight' } } }), unfitOnPage('weight')],
    [list({ item: { title: { zh: 'title' }, day: 'weight' } }), unfitOnPage('weight')],
    [list({ item: { title: { zh: 'title' }, day: 'createTime' } }), unfitOnPage('createTime')],
    [list({ item: { title: { zh: 'title' }, picture: 'body' } }), unfitOnPage('body')],
    [list({ item: { title: { zh: 'title' }, picture: 'gone' } }), unfitOnPage('gone')],
    [list({ item: { title: { zh: 'title' }, address: 'body' } }), null],
    [list({ item: { title: { zh: 'title' }, address: 'weight' } }), unfitOnPage('weight')],
    [list({ look: 'folds' }), null],
    [list({ look: 'folds', item: { title: { zh: 'title' }, address: 'body' } }), unfitOnPage('body')],
    [list({ by: of }), null],
    [list({ by: { ...of, field: 'day' } }), unfitOnPage('day')],
    [list({ by: { ...of, field: 'state' } }), unfitOnPage('state')],
    [list({ by: { ...of, title: { zh: 'picture' } } }), unfitOnPage('picture')],
    [list({ by: { ...of, title: { zh: 'title', en: 'gone' } } }), unfitOnPage('gone')],
    [article(), null],
    [article({ item: { title: { zh: 'title' }, picture: 'title' } }), unfitOnPage('title', 'pot')],
    [list({ name: 'assets' }), { fault: 'pageName', params: { name: 'assets' } }],
  ] as const)('case %# is judged', (page, fault) => {
    expect(pagesAlone(page)).toEqual(fault);
  });

  it('narrows its list by a section that anybody may read', () => {
    expect(checked({ read: { teaPot: READ.teaPot }, pages: [list({ by: of })] })).toEqual(unfitOnPage('teaKind'));
  });

  it('leads to one place', () => {
    const opening = list({ opens: 'pot' });
    const addressed = list({ opens: 'pot', item: { title: { zh: 'title' }, address: 'body' } });
    expect(pagesAlone(opening, article())).toBeNull();
    expect(pagesAlone(addressed, article())).toEqual(unfitOnPage('body'));
  });

  it.each([
    [[list({ opens: 'pot' })], { name: 'index', other: 'pot' }],
    [[list({ opens: 'other' }), list({ name: 'other' })], { name: 'index', other: 'other' }],
    [[article({ list: 'index' })], { name: 'pot', other: 'index' }],
    [[article({ list: 'other' }), article({ name: 'other' })], { name: 'pot', other: 'other' }],
  ])('case %# leads to no page of the kind', (given, params) => {
    expect(pagesAlone(...given)).toEqual({ fault: 'pageOther', params });
  });

  it('leads from a list to articles and forms, and from both back to lists', () => {
    expect(pagesAlone(list(), article({ list: 'index' }))).toBeNull();
    expect(withForm(list({ opens: 'ask' }), form({ list: 'index', of }))).toBeNull();
    expect(withForm(article({ list: 'ask' }), form({ of }))).toEqual({ fault: 'pageOther', params: { name: 'pot', other: 'ask' } });
    expect(withForm(article(), form({ list: 'pot', of }))).toEqual({ fault: 'pageOther', params: { name: 'ask', other: 'pot' } });
  });

  it('stands in the navigation always, or by a switch', () => {
    const refused = { fault: 'pageNav', params: { name: 'index' } };
    expect(shown('always')).toBeNull();
    expect(shown('tea_nav')).toEqual(refused);
    expect(shown('tea_nav', [setting({ name: 'tea_nav', type: 'switch', rules: [], initial: '1' })])).toBeNull();
    expect(shown('tea_nav', [setting({ name: 'tea_nav' })])).toEqual(refused);
    expect(shown('tea_nav', [setting({ name: 'tea_other', type: 'switch', initial: '1' })])).toEqual(refused);
    expect(pagesAlone(article({ nav: 'always' }))).toEqual({ fault: 'pageNav', params: { name: 'pot' } });
  });

  it.each([
    [form({ of }), null],
    [form({ section: 'teaKind' }), 'teaKind'],
    [form({ of: { ...of, field: 'title' } }), 'title'],
    [form({ of: { ...of, title: { zh: 'gone' } } }), 'gone'],
    [form({ of: { ...of, title: { zh: 'picture' } } }), 'picture'],
    [form({ of: { ...of, intro: { zh: 'title' } } }), null],
    [form({ of: { ...of, intro: { zh: 'title', en: 'picture' } } }), 'picture'],
  ] as const)('with a form, case %#, is judged', (page, field) => {
    // Another form makes the field one that may be sent.
    const other = form({ name: 'other', of });
    expect(checked({ read: READ, write: WRITE, pages: [page, other] })).toEqual(field === null ? null : unfitOnPage(field, 'ask'));
  });

  it('with a form is of a field that is sent', () => {
    expect(checked({ read: READ, write: { teaPot: write() }, pages: [form({ of })] })).toEqual(unfitOnPage('kindId', 'ask'));
    expect(checked({ read: { teaPot: READ.teaPot }, write: WRITE, pages: [form({ of })] })).toEqual(unfitOnPage('teaKind', 'ask'));
  });
});

describe('what is asked for', () => {
  const page: ListPage = {
    template: 'list',
    look: 'entries',
    name: 'index',
    section: 'teaPot',
    title: WORDS,
    item: { title: { zh: 'title' } },
  };
  const parts = {
    settings: [setting()],
    read: { teaPot: read() },
    write: { teaPot: write({ mailTo: ['tea_mail'] }) },
    pages: [page],
  };

  it.each([
    [{}, null],
    [{ publicRead: [] }, { fault: 'unaskedPart', params: { ask: 'publicRead', name: 'teaPot' } }],
    [{ publicWrite: [] }, { fault: 'unaskedPart', params: { ask: 'publicWrite', name: 'teaPot' } }],
    [{ pages: [] }, { fault: 'unaskedPart', params: { ask: 'pages', name: 'index' } }],
    [{ mailTo: [] }, { fault: 'unaskedPart', params: { ask: 'mailTo', name: 'tea_mail' } }],
    [{ publicRead: ['teaPot', 'teaKind'] }, { fault: 'askUnused', params: { ask: 'publicRead', name: 'teaKind' } }],
    [{ publicWrite: ['teaPot', 'teaKind'] }, { fault: 'askUnused', params: { ask: 'publicWrite', name: 'teaKind' } }],
    [{ pages: ['index', 'pot'] }, { fault: 'askUnused', params: { ask: 'pages', name: 'pot' } }],
    [{ mailTo: ['tea_mail', 'tea_other'] }, { fault: 'askUnused', params: { ask: 'mailTo', name: 'tea_other' } }],
  ])('%j is used, and what is used is asked for', (asks, fault) => {
    expect(checked(parts, asks)).toEqual(fault);
  });
});
