/** What tells who people are in a text: kinds in the order they are looked for, since a longer number may hold a shorter one. */
export type PersonalKind = 'id' | 'card' | 'mobile' | 'phone' | 'mail';

interface Finder {
  readonly kind: PersonalKind;
  /** Each begins where no other such sign stands before, and is bounded, so that no text takes long. */
  readonly pattern: RegExp;
  readonly isOne: (found: string) => boolean;
}

const digitsOf = (text: string): string => text.replaceAll(/[^\dX]/giu, '').toUpperCase();

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const ID_CHECKS = '10X98765432';

/** The number of an identity card of mainland China, by its last sign. */
function isIdNumber(text: string): boolean {
  const sum = ID_WEIGHTS.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return ID_CHECKS[sum % 11] === text[17]?.toUpperCase();
}

/** The number of a bank card, by its last digit. */
function isCardNumber(text: string): boolean {
  const digits = Array.from(digitsOf(text), Number).toReversed();
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = digits.reduce((total, digit, index) => total + (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum > 0 && sum % 10 === 0;
}

const isPhone = (text: string): boolean => /^\d{8,15}$/u.test(digitsOf(text));

const FINDERS: readonly Finder[] = [
  { kind: 'id', pattern: /(?<!\d)\d{17}[\dXx](?![\dXx])/gu, isOne: isIdNumber },
  { kind: 'card', pattern: /(?<!\d)\d{4}(?:[ -]?\d{4}){2}[ -]?\d{1,4}(?:[ -]?\d{1,3})?(?!\d)/gu, isOne: isCardNumber },
  { kind: 'mobile', pattern: /(?<!\d)(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?!\d)/gu, isOne: () => true },
  { kind: 'phone', pattern: /(?<![\d+])\+\d{1,3}(?:[ -]?\d{2,5}){2,5}(?!\d)/gu, isOne: isPhone },
  { kind: 'mail', pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/giu, isOne: () => true },
];

/**
 * Puts something else where people can be told by a text, before a model reads it: more kinds, each checked, than
 * `#domain/base/personal-data` takes out of what is kept, where a little too much or too little of a word harms nobody.
 * @param hidden what stands there instead
 */
export const replacePersonalWords = (text: string, hidden: (kind: PersonalKind, found: string) => string): string =>
  FINDERS.reduce(
    (whole, { kind, pattern, isOne }) => whole.replaceAll(pattern, (found) => (isOne(found) ? hidden(kind, found) : found)),
    text,
  );
