/** The message files of everything behind the first pages; their list alone would weigh a kilobyte there. */
export const lateFiles = import.meta.glob<Readonly<Record<string, unknown>>>(
  '/locales/*/{account,captcha,cascade,coverage,dashboard,dev,fault,fieldKinds,fields,flows,icons,journal,menu,palette,problem,resources,rights,settings,tables,terminal,upload,verification}.json',
  { import: 'default' },
);
