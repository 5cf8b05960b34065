type MessageTree = Readonly<Record<string, unknown>>;

/** The message files of everything behind the first pages; their list alone would weigh a kilobyte there. */
const lazyFiles = import.meta.glob<MessageTree>(
  '/locales/*/{account,captcha,cascade,changes,chatPage,chatThread,chatWindows,dashboard,demo,designer,emptyLists,entryForms,external,fault,fieldKinds,fields,help,member,memberPages,menu,palette,resources,safety,savedViews,search,settings,tables,terminal,upload,verification}.json',
  { import: 'default' },
);
/** What of the words of sections is shown before their declarations are here. */
const sectionFiles = {
  'zh-cn': () => import('virtual:section-words/zh-cn'),
  en: () => import('virtual:section-words/en'),
} as const;

const seldomFiles = {
  'zh-cn': () => import('./messages/seldom-zh-cn.ts'),
  en: () => import('./messages/seldom-en.ts'),
} as const;

/** A page's message file. Words of sections stand in their folders; how they are called comes with these. */
export async function readLazy(language: keyof typeof sectionFiles, namespace: string): Promise<MessageTree> {
  const file = `/locales/${language}/${namespace}.json`;
  const read = lazyFiles[file];
  if (!read) {
    const tree = (await seldomFiles[language]()).seldomTexts[file];
    if (!tree) throw new Error(`no message file ${file}`);
    return tree;
  }
  if (namespace !== 'menu' && namespace !== 'resources') return read();
  const [tree, sections] = await Promise.all([read(), sectionFiles[language]()]);
  return { ...tree, ...sections[namespace] };
}
