/**
 * The product's validators as pure predicates; every one accepts the whole text and nothing around it.
 * Only `required` refuses an empty value. Source: specification §5 and the rules' order of appearance there.
 */

/** How long people see a text: code points, not UTF-16 units. */
export const lengthInCodePoints = (text: string): number => Array.from(text).length;

/** 3 to 15 characters, a letter first, then letters, digits and underscore. */
export const isAccount = (text: string): boolean => /^[a-zA-Z][a-zA-Z0-9_]{2,14}$/u.test(text);

/** 6 to 32 characters without & < > " ' and line breaks; counted in code points. */
export const isPassword = (text: string): boolean => {
  const length = lengthInCodePoints(text);
  return length >= 6 && length <= 32 && !/[&<>"'\r\n\u0085\u2028\u2029]/u.test(text);
};

/** A mainland mobile number; spaces around it are no part of it, and a field drops them. */
export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/u.test(text);

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** A resident identity number: 18 digits with a right check digit (x in either case), or the old 15 digits; the birth date must exist. */
export function isIdNumber(text: string): boolean {
  const old = /^\d{6}(\d{2})(\d{2})(\d{2})\d{3}$/u.exec(text);
  if (old) return isCalendarDate(`19${old[1]}-${old[2]}-${old[3]}`);
  const parts = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dXx]$/u.exec(text);
  if (!parts || !isCalendarDate(`${parts[1]}-${parts[2]}-${parts[3]}`)) return false;
  const sum = ID_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase();
}

/** A letter, `_`, `$` or a non-ASCII letter first, then digits too. */
export const isVariableName = (text: string): boolean => /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text);

export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@"<>(),:;[\]\\]+@[^\s@"<>(),:;[\]\\.]+(?:\.[^\s@"<>(),:;[\]\\.]+)+$/u.test(text);

/** `YYYY-MM-DD` and a day that exists. */
export function isCalendarDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= (days[month - 1] ?? 0);
}

/** `HH:mm:ss`, 24 hours. */
export const isTimeOfDay = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/u.test(text);

/** A day and a time, both as above. */
export const isLocalDateTime = (text: string): boolean =>
  text[10] === ' ' && isCalendarDate(text.slice(0, 10)) && isTimeOfDay(text.slice(11));

/** Optional sign, up to 15 digits, optional fraction of up to 10 with digits on both sides; no exponent, no grouping, no other digits. */
export const isFloatText = (text: string): boolean => /^-?\d{1,15}(?:\.\d{1,10})?$/u.test(text);

/** `#rgb`, `#rrggbb`, `#rrggbbaa`. */
export const isColor = (text: string): boolean => /^#(?:[\da-fA-F]{3}|[\da-fA-F]{6}|[\da-fA-F]{8})$/u.test(text);

/** Spaces, and characters that nobody sees: controls, formats and fillers. */
export const isInvisible = (text: string): boolean => /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);

/** Rich text whose only content is empty paragraphs counts as empty; a picture is content. */
export const isEmptyRichText = (html: string): boolean =>
  !/<(?:img|video|audio|iframe|hr)\b/iu.test(html) && isInvisible(html.replace(/<[^<>]*>|&nbsp;/giu, ''));

/** Blank text, null and an empty list are nothing; 0 and false are values. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}
