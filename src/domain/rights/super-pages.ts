/** Pages whose every call is for super administrators: rules of them, which other programs of the family know, open nothing to others. */
const SUPER_PAGES: readonly string[] = ['moduleStore/moduleStore'];

/** Whether a rule is of such a page, or below one; case does not count. */
export const isOfSuperPage = (ruleName: string): boolean => {
  const name = ruleName.toLowerCase();
  return SUPER_PAGES.some((page) => name === page.toLowerCase() || name.startsWith(`${page.toLowerCase()}/`));
};

/** Whether a rule is such a page itself. */
export const isSuperPage = (ruleName: string): boolean => SUPER_PAGES.some((page) => page.toLowerCase() === ruleName.toLowerCase());
