/** What few look at, in one file: first pages would carry the name of each. */
export const seldomTexts = import.meta.glob<Readonly<Record<string, unknown>>>(
  '/locales/en/{apiTrial,chatStaff,coverage,dev,draftPreview,flows,icons,journal,layout,leaving,missing,modules,notifications,problem,recordLife,rights,system}.json',
  {
    eager: true,
    import: 'default',
  },
);
