type MessageTree = Readonly<Record<string, unknown>>;

/** The message files of everything behind the first pages; their list alone would weigh a kilobyte there. */
const lazyFiles = import.meta.glob<MessageTree>(
  '/locales/*/{account,captcha,cascade,changes,chatThread,chatWindows,dashboard,demo,designer,emptyLists,entryForms,external,fault,fieldKinds,fields,help,memberPages,palette,safety,search,settings,tables,terminal,upload,verification}.json',
  { import: 'default' },
);
const seldomFiles = {
  'zh-cn': () => import('./messages/seldom-zh-cn.ts'),
  en: () => import('./messages/seldom-en.ts'),
} as const;

/** A page's message file. */
export async function readLazy(language: keyof typeof seldomFiles, namespace: string): Promise<MessageTree> {
  const file = `/locales/${language}/${namespace}.json`;
  const read = lazyFiles[file];
  if (read) return read();
  const tree = (await seldomFiles[language]()).seldomTexts[file];
  if (!tree) throw new Error(`no message file ${file}`);
  return tree;
}
