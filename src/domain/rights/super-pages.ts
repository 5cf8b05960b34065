/** Pages in small letters whose every call is for super administrators: rules of them, which other programs of the family know, open nothing to others. */
const SUPER_PAGES: readonly string[] = ['modulestore/modulestore'];

/** Whether a rule is such a page itself; case does not count. */
export const isSuperPage = (ruleName: string): boolean => SUPER_PAGES.includes(ruleName.toLowerCase());

/** Whether such a page stands at this address below `/admin/`: at the whole name of its rule, or where its parts are the same at one of them. */
export const isSuperPath = (path: string): boolean => isSuperPage(path) || isSuperPage(`${path}/${path}`);

/** Whether a rule is such a page, or below one. */
export const isOfSuperPage = (ruleName: string): boolean =>
  isSuperPage(ruleName) || SUPER_PAGES.some((page) => ruleName.toLowerCase().startsWith(`${page}/`));
