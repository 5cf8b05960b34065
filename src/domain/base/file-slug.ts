const SLUG = /^[a-z\d]+(?:-[a-z\d]+)*$/u;
const MOST_LETTERS = 60;

/** Whether a text can be a file's name everywhere, without its suffix: small letters, digits and single hyphens between them. */
export const isFileSlug = (text: string): boolean => text.length <= MOST_LETTERS && SLUG.test(text);
