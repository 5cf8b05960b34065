/** Pages for who develops and tests, in the order of their links. */
export const DEV_PAGE_NAMES = ['flows', 'journal', 'coverage', 'fields', 'kit'] as const;

export type DevPath = `/dev/${(typeof DEV_PAGE_NAMES)[number]}`;

export const DEV_PATHS: readonly DevPath[] = DEV_PAGE_NAMES.map((name) => `/dev/${name}` as const);
