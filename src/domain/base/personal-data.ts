/** What stands where something personal was taken out. */
export const MASK = '•••';

/** Names under which people, their addresses and what proves who they are go over the wire and through forms. */
const PERSONAL_NAME =
  /^(?:user|nick|real|full|admin|actor|account|file|save|original)?_?name$|(?:user|nick|real|full|file)_?name$|mobile|phone|e-?mail|birthday|id_?(?:number|card)|avatar|motto|^sentence$|address$|^chat_?(?:text|title|folder|search|excerpt)$|(?:^|_|last|login|join)ip$|password|passwd|secret|token|salt|captcha|(?:^|old|new|factor|verification_?)code$/iu;

/** A bare `name` belongs to a person or a file only beside one of these. */
const BESIDE_A_NAME = /^(?:mobile|email|username|nickname|avatar|fileId|mimeType)$/iu;

/** As long as its parts may be, and no longer: in a text of one endless word each letter would else be read as often as there are letters. */
const MAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gu;
const MOBILE = /(?<!\d)1[3-9]\d{9}(?!\d)/gu;

/**
 * Whether a field holds something personal, or something that proves who somebody is.
 * @param siblings the names of the fields beside it
 */
export function isPersonal(name: string, siblings: readonly string[] = []): boolean {
  // The address of a section, under which what the browser knows of it stands, is no field: `auth/apiToken` proves nothing.
  if (name.includes('/')) return false;
  if (/^name$/iu.test(name)) return siblings.some((one) => BESIDE_A_NAME.test(one));
  return PERSONAL_NAME.test(name);
}

/** Puts something else where mail addresses and mobile numbers stand in a text. */
export const replacePersonal = (text: string, standIn: (found: string) => string): string =>
  text.replaceAll(MAIL, standIn).replaceAll(MOBILE, standIn);

/** Takes mail addresses and mobile numbers out of a text, wherever it stands. */
export const withoutPersonal = (text: string): string => replacePersonal(text, () => MASK);
