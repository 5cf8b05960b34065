import type { Kysely } from 'kysely';
import { LANGUAGES, type Language } from '#domain/base/language';
import { localText as onClock } from '#domain/base/zone-time';
import type { Field } from '#domain/fields/field';
import { richTextExcerpt } from '#domain/fields/rich-text-excerpt';
import { modulePath, type ArticlePage, type ListPage, type ModulePage, type PublicRead } from '#domain/modules/module-parts';
import { documentPath } from '#domain/site/document-address';
import type {
  Crumb,
  LocalText,
  ModuleArticleContent,
  ModuleFormContent,
  ModuleInput,
  ModuleItem,
  ModuleListContent,
  NavEntry,
} from '#domain/site/document-page';
import { htmlOf, NOTHING_SAID, textOf } from './module-texts.ts';
import { MODULE_PAGE_CHOICES, MODULE_PAGE_RECORDS, MODULE_SITEMAP_RECORDS } from './public-limits.ts';
import type { Tables } from '../../../db/tables/tables.ts';
import type { PublicModule, PublicSection } from './public-modules.ts';
import { countPublicRecords, readPublicIds, publicRecordsPage, wordIn, type PublicRecord } from './public-records.ts';

export interface ModuleView {
  readonly language: Language;
  readonly timeZone: string;
  /** Unix seconds. */
  readonly now: number;
}

interface Reader {
  readonly kysely: Kysely<Tables>;
  readonly module: PublicModule;
  readonly view: ModuleView;
}

interface FoundPage {
  readonly content: ModuleListContent | ModuleArticleContent | ModuleFormContent;
  readonly languages?: readonly Language[];
}

function sectionOf({ sections, parts }: PublicModule, name: string): { readonly section: PublicSection; readonly rule: PublicRead } {
  const [section, rule] = [sections.get(name), parts.read[name]];
  if (!section || !rule) throw new Error(`${name} is not read by anybody`);
  return { section, rule };
}

/** A page of a module. @param parts of the address: the uid, the page's name, and an id */
export async function readModulePage(
  kysely: Kysely<Tables>,
  modules: readonly PublicModule[],
  [uid = '', name = 'index', number]: readonly string[],
  page: number,
  view: ModuleView,
): Promise<FoundPage | 'missing'> {
  const module = modules.find((one) => one.uid === uid);
  const found = module?.parts.pages.find((one) => one.name === name);
  if (!module || !found) return 'missing';
  const id = number === undefined ? undefined : Number(number);
  const reader = { kysely, module, view };
  switch (found.template) {
    case 'list':
      return readList(reader, found, id, page);
    case 'article':
      return id === undefined ? 'missing' : readArticle(reader, found, id);
    case 'form':
      return readForm(reader, found, id);
    default:
      throw new Error(`nothing fills ${String(found satisfies never)}`);
  }
}

async function readList(
  { kysely, module, view }: Reader,
  own: ListPage,
  id: number | undefined,
  page: number,
): Promise<FoundPage | 'missing'> {
  const { section, rule } = sectionOf(module, own.section);
  if (id !== undefined && !own.by) return 'missing';
  const narrowed = { now: view.now, by: own.by && id !== undefined ? { field: own.by.field, id } : undefined };
  const choices = await readChoices({ kysely, module, view }, own, id);
  if (id !== undefined && !choices.some(({ isChosen }) => isChosen)) return 'missing';
  const pages = Math.max(1, Math.ceil((await countPublicRecords(kysely, section, rule, narrowed)) / MODULE_PAGE_RECORDS));
  if (page > pages) return 'missing';
  const records = await publicRecordsPage(kysely, section, rule, narrowed, { page, limit: MODULE_PAGE_RECORDS });
  const { language } = view;
  return {
    content: {
      kind: 'moduleList',
      title: own.title[language],
      intro: own.intro?.[language] ?? '',
      look: own.look,
      items: records.map((record) => itemOf(record, own, { uid: module.uid, section, view })),
      choices,
      path: modulePath(module.uid, own.name),
      page,
      pages,
    },
  };
}

interface ItemPlace {
  readonly uid: string;
  readonly section: PublicSection;
  readonly view: ModuleView;
}

function itemOf(record: PublicRecord, { look, item, opens }: ListPage, { uid, section, view }: ItemPlace): ModuleItem {
  const text = item.text
    ? look === 'folds'
      ? htmlOf(record, item.text, view.language, section)
      : textOf(record, item.text, view.language)
    : NOTHING_SAID;
  return {
    id: record.id,
    title: textOf(record, item.title, view.language),
    text: look === 'folds' ? text : { ...text, text: richTextExcerpt(text.text) },
    picture: pictureOf(record, item),
    day: dayOf(record, item, view),
    path: opens === undefined ? '' : modulePath(uid, opens, record.id),
    elsewhere: elsewhereOf(record, item),
  };
}

/** What is no address of the web is none: a script, an address of mail, half of one. */
function elsewhereOf(record: PublicRecord, { address }: ListPage['item']): ModuleItem['elsewhere'] {
  const url = address === undefined ? null : URL.parse(wordIn(record, address));
  return url && /^https?:$/u.test(url.protocol) && url.host !== '' ? { address: url.href, host: url.host } : null;
}

const pictureOf = (record: PublicRecord, { picture }: Pick<ListPage['item'], 'picture'>): string =>
  picture === undefined ? '' : wordIn(record, picture);

function dayOf(record: PublicRecord, { day }: Pick<ListPage['item'], 'day'>, { timeZone }: ModuleView): string {
  const at = day === undefined ? null : record[day];
  return typeof at === 'number' ? onClock(at, timeZone).slice(0, 10) : '';
}

async function readChoices({ kysely, module, view }: Reader, own: ListPage, id: number | undefined): Promise<ModuleListContent['choices']> {
  if (!own.by) return [];
  const { by } = own;
  const field = module.sections.get(own.section)?.resource.fields[by.field];
  const { section, rule } = sectionOf(module, field && 'of' in field ? field.of : '');
  const { now } = view;
  const first = await publicRecordsPage(kysely, section, rule, { now }, { page: 1, limit: MODULE_PAGE_CHOICES });
  // The address of one that others have pushed out of the choices goes on leading to it.
  const isAmongThem = id === undefined || first.some((record) => record.id === id);
  const chosen = isAmongThem ? [] : await publicRecordsPage(kysely, section, rule, { now, id }, { page: 1, limit: 1 });
  return [...first, ...chosen].map((record) => ({
    title: textOf(record, by.title, view.language),
    path: modulePath(module.uid, own.name, record.id),
    isChosen: record.id === id,
  }));
}

async function readArticle({ kysely, module, view }: Reader, own: ArticlePage, id: number): Promise<FoundPage | 'missing'> {
  const { section, rule } = sectionOf(module, own.section);
  const [record] = await publicRecordsPage(kysely, section, rule, { now: view.now, id }, { page: 1, limit: 1 });
  if (!record) return 'missing';
  const { item } = own;
  const at = item.day === undefined ? null : record[item.day];
  return {
    content: {
      kind: 'moduleArticle',
      title: textOf(record, item.title, view.language),
      body: item.text ? htmlOf(record, item.text, view.language, section) : NOTHING_SAID,
      picture: pictureOf(record, item),
      day: dayOf(record, item, view),
      publishedAt: typeof at === 'number' ? at : null,
      crumbs: crumbsOf(module, own.list, view.language),
    },
    languages: languagesOf(record, item),
  };
}

/** A page is one of a language's only with title and text in it. */
const languagesOf = (record: PublicRecord, item: ListPage['item']): readonly Language[] =>
  englishOf(item).some((key) => wordIn(record, key) === '') ? ['zh-cn'] : LANGUAGES;

/** The fields that hold its title and text in English, where it has any of its own. */
const englishOf = ({ title, text }: ListPage['item']): readonly string[] =>
  [title, ...(text ? [text] : [])].flatMap(({ en }) => (en === undefined ? [] : [en]));

function crumbsOf({ uid, parts }: PublicModule, list: string | undefined, language: Language): readonly Crumb[] {
  const found = parts.pages.find(({ name }) => name === list);
  return found ? [{ title: { text: found.title[language], isTranslated: true }, path: modulePath(uid, found.name) }] : [];
}

const INPUT_KINDS: Readonly<Record<string, ModuleInput['kind']>> = {
  string: 'text',
  textarea: 'long',
  email: 'email',
  mobile: 'tel',
  integer: 'number',
  date: 'date',
  switch: 'switch',
  select: 'choice',
  radio: 'choice',
};

async function readForm(
  { kysely, module, view }: Reader,
  own: Extract<ModulePage, { template: 'form' }>,
  id: number | undefined,
): Promise<FoundPage | 'missing'> {
  const { language, now } = view;
  const fields = module.sections.get(own.section)?.resource.fields ?? {};
  const rule = module.parts.write[own.section];
  if (!rule || (id === undefined) !== (own.of === undefined)) return 'missing';
  const ofField = own.of && fields[own.of.field];
  let [title, intro]: readonly LocalText[] = [
    { text: own.title[language], isTranslated: true },
    { text: own.intro?.[language] ?? '', isTranslated: true },
  ];
  if (own.of && ofField && 'of' in ofField) {
    const { section, rule: readable } = sectionOf(module, ofField.of);
    const [record] = await publicRecordsPage(kysely, section, readable, { now, id }, { page: 1, limit: 1 });
    if (!record) return 'missing';
    title = textOf(record, own.of.title, language);
    if (own.of.intro) intro = textOf(record, own.of.intro, language);
  }
  const typed = rule.fields.filter((key) => key !== own.of?.field);
  return {
    content: {
      kind: 'moduleForm',
      title: title ?? NOTHING_SAID,
      intro: intro ?? NOTHING_SAID,
      crumbs: crumbsOf(module, own.list, language),
      uid: module.uid,
      section: own.section,
      owner: own.of && id !== undefined ? { key: own.of.field, id } : null,
      inputs: typed.flatMap((key) => (fields[key] ? [inputOf(key, fields[key], language)] : [])),
      done: own.done[language],
    },
  };
}

function inputOf(key: string, field: Field, language: Language): ModuleInput {
  const labels = 'optionLabels' in field ? field.optionLabels : undefined;
  return {
    key,
    kind: INPUT_KINDS[field.kind] ?? 'text',
    label: field.label?.[language] ?? key,
    hint: typeof field.hint === 'object' ? (field.hint[language] ?? '') : '',
    isRequired: field.required === true,
    maxLength: 'maxLength' in field ? (field.maxLength ?? null) : null,
    options: 'options' in field ? field.options.map((value) => ({ value, label: labels?.[value]?.[language] ?? value })) : [],
  };
}

/** Entries of the site's navigation that lead to pages of modules. */
export async function readModuleNav(
  kysely: Kysely<Tables>,
  modules: readonly PublicModule[],
  language: Language,
): Promise<readonly NavEntry[]> {
  const pages = modules.flatMap(({ uid, parts }) =>
    parts.pages.flatMap((page) => (page.nav === undefined ? [] : [{ uid, page, nav: page.nav }])),
  );
  const switches = pages.map(({ nav }) => nav).filter((nav) => nav !== 'always');
  const on =
    switches.length === 0
      ? []
      : await kysely.selectFrom('config').select('name').where('name', 'in', switches).where('value', '=', '1').execute();
  const isOn = (nav: string): boolean => nav === 'always' || on.some(({ name }) => name === nav);
  return pages
    .filter(({ nav }) => isOn(nav))
    .map(({ uid, page }) => ({
      title: page.title[language],
      href: documentPath(language, modulePath(uid, page.name)),
      isExternal: false,
      children: [],
    }));
}

/** Addresses of all pages of modules that may be found. */
export async function readModulePaths(kysely: Kysely<Tables>, modules: readonly PublicModule[], now: number) {
  const all: { path: string; changedAt: number | null; languages: readonly Language[] }[] = [];
  for (const module of modules)
    for (const page of module.parts.pages) {
      if (page.template !== 'article') {
        if (page.template === 'list' || !page.of)
          all.push({ path: modulePath(module.uid, page.name), changedAt: null, languages: LANGUAGES });
        continue;
      }
      const { section, rule } = sectionOf(module, page.section);
      // Their texts may be long: none is read to tell whether there is one.
      const records = await readPublicIds(kysely, section, rule, now, { filled: englishOf(page.item), limit: MODULE_SITEMAP_RECORDS });
      for (const { id, isFilled } of records)
        all.push({ path: modulePath(module.uid, page.name, id), changedAt: null, languages: isFilled ? LANGUAGES : ['zh-cn'] });
    }
  return all;
}
