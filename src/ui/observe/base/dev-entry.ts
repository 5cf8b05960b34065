/** Development builds, and servers that were started for tests: they write it into the page. */
export const isDevEntry = (): boolean => import.meta.env.DEV || document.querySelector('meta[name="dev-pages"]') !== null;
