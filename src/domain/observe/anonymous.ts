import { isPersonal, replacePersonal } from '../base/personal-data.ts';
import { type PersonalKind, replacePersonalWords } from '../chat/personal-words.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A shorter part of a personal value says nothing about it. */
const PIECE_LENGTH = 6;

/** What proves who somebody is or where to reach them: no piece of it may stand anywhere. */
const PROOF_NAME = /(?:password|passwd|secret|token|salt|captcha|code|mobile|phone|mail)$/iu;

/** What people type to find something: often a person. */
const SOUGHT_NAME = /^quick_?search(?:_?text)?$/iu;

/** As `palette.typed`, `settings.searchTyped` and `select.searched`. */
const SOUGHT_EVENT = /(?:typed|searched)$/iu;

/** What people write to each other, or ask. Not sought elsewhere, as what is sought is: of a long text each key would leave one more. */
const WRITTEN_NAME = /^(?:comment|question)$/iu;

/** Whether a step of a record asks for a comment, which stands under the same name. */
const ASKED: readonly unknown[] = ['required', 'optional'];

/** The words of a message to members, beside whom it is for. */
const LETTER_WORDS = /^(?:title|text)(?:En)?$/u;

/** Ids, digests and fractions: digits that meet in them by chance are nobody's. */
const BY_CHANCE = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32,128}|\d{1,15}\.\d{1,30})/iu;

/** A time in milliseconds has one digit less. */
const CARD_DIGITS = 14;

/** An own value of an address, such as `?mobile=…` or `&nickname.LIKE=…`. */
const PARAMETER = /(?<=[?&])([\w-]+)([^=&#\s]*)=([^&#\s]*)/gu;

/** What kind of file a name is of; rules of uploads ask for it. */
const FILE_ENDING = /\.(?:jpe?g|png|gif|webp|bmp|avif|svg|pdf|txt|csv|docx?|xlsx?|pptx?|zip|rar|7z|mp[34]|mov|webm|wav|exe)$/iu;

/** Codes of answers, such as 1, 303 or 409, are no codes of people. */
const MOST_ANSWER_CODE = 999;

export interface Anonymiser {
  /** Notes what is personal in plain data, so that it is found again wherever else it stands. */
  readonly learn: (value: unknown) => void;
  /** A copy with a token in place of everything personal; equal values have equal tokens. */
  readonly copy: (value: unknown) => unknown;
  /** The same for names that hold something together: of these only mail addresses and mobile numbers change. */
  readonly name: (text: string) => string;
}

/**
 * Takes what is personal out of plain data. The tokens count up in the order in which they are needed: nothing of a value is in its
 * token, so that not even all eleven digits of all mobile numbers tried one after another lead back.
 */
export function createAnonymiser(): Anonymiser {
  const tokens = new Map<string, string>();
  const pieces = new Set<string>();
  const names = new Set<string>();
  let namePattern: RegExp | null = null;

  const tokenOf = (text: string): string => {
    const known = tokens.get(text);
    if (known) return known;
    const token = `~${tokens.size + 1}~${FILE_ENDING.exec(text)?.[0].toLowerCase() ?? ''}`;
    tokens.set(text, token);
    return token;
  };

  const learnText = (text: string, name: string) => {
    if (text.length >= PIECE_LENGTH && PROOF_NAME.test(name)) addPieces(pieces, text);
    else if (text.length >= PIECE_LENGTH || (text.length > 1 && /[^\p{ASCII}]/u.test(text))) names.add(text);
    namePattern = null;
  };

  const noteFound = (found: string): string => {
    addPieces(pieces, found);
    return found;
  };

  function learn(value: unknown, personalName = ''): void {
    if (typeof value === 'string' || typeof value === 'number') {
      if (personalName !== '' && !isAnswerCode(value)) learnText(String(value), personalName);
      else replaceFound(String(value), noteFound);
    } else if (Array.isArray(value)) for (const item of value) learn(item, personalName);
    else if (isFields(value)) {
      for (const [name, inner] of Object.entries(value)) learn(inner, personalIn(value, name) ?? personalName);
    }
  }

  const patternOfNames = (): RegExp | null => {
    if (names.size > 0) namePattern ??= new RegExp([...names].sort(byLength).map(escaped).join('|'), 'gu');
    return namePattern;
  };

  const parameterOf = (whole: string, name: string, operator: string, value: string): string => {
    const read = decoded(value);
    if (value !== '' && (isPersonal(name) || SOUGHT_NAME.test(name))) return `${name}${operator}=${tokenOf(read)}`;
    // An address within an address, or data, such as where a sign-in leads to.
    const data = fieldsIn(read);
    const plain = data ? JSON.stringify(copy(data)) : textOf(read);
    return plain === read ? whole : `${name}${operator}=${encodeURIComponent(plain)}`;
  };

  const textOf = (text: string): string => {
    const plain = replaceFound(text.includes('=') ? text.replaceAll(PARAMETER, parameterOf) : text, tokenOf);
    const unnamed = patternOfNames() ? plain.replaceAll(patternOfNames()!, tokenOf) : plain;
    return withoutPieces(unnamed, pieces, tokenOf);
  };

  /** Of data only what it holds is taken out, so that whoever plays it again finds data. */
  const hiddenOf = (text: string): string => {
    const data = fieldsIn(text);
    return data ? JSON.stringify(copy(data, true)) : tokenOf(text);
  };

  const scalarOf = (value: string | number, isHidden: boolean): string | number => {
    if (value === '' || (isHidden && isAnswerCode(value))) return value;
    if (isHidden) return hiddenOf(String(value));
    if (typeof value === 'string') return textOf(value);
    const text = withoutPieces(replaceFound(String(value), tokenOf), pieces, tokenOf);
    return text === String(value) ? value : text;
  };

  function copy(value: unknown, isHidden = false): unknown {
    if (typeof value === 'string' || typeof value === 'number') return scalarOf(value, isHidden);
    if (Array.isArray(value)) return value.map((item) => copy(item, isHidden));
    if (!isFields(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [textOf(name), copy(inner, isHidden || isPersonalIn(value, name))]),
    );
  }

  return { learn: (value) => learn(value), copy: (value) => copy(value), name: (text) => replacePersonal(text, tokenOf) };
}

const isPersonalIn = (fields: Fields, name: string): boolean => personalIn(fields, name) !== null || isWritten(fields, name);

/** Whether what stands in a field was written to somebody, or asked. */
function isWritten(fields: Fields, name: string): boolean {
  if (WRITTEN_NAME.test(name)) return !ASKED.includes(fields[name]);
  if (isCall(fields, name)) return true;
  const { type, field } = fields;
  if (name === 'value') return typeof field === 'string' && WRITTEN_NAME.test(field);
  if (name === 'words') return type === 'letter.written';
  return LETTER_WORDS.test(name) && 'audience' in fields && 'textEn' in fields;
}

/** A call that somebody tries: what was written into it, and what it was answered. */
function isCall({ type, body, values }: Fields, name: string): boolean {
  if (name === 'text') return type === 'call.bodyWritten';
  if (name === 'value') return type === 'call.valueWritten';
  return typeof body === 'string' && (name === 'body' || (name === 'values' && isFields(values)));
}

/** The name under which what stands in a field is personal, or null. */
function personalIn(fields: Fields, name: string): string | null {
  if (isPersonal(name, Object.keys(fields)) || SOUGHT_NAME.test(name)) return name;
  // What is typed travels as a field's name with its value, what is sought as the text of an event.
  const typed = fields['field'] ?? fields['name'];
  if (name === 'value' && typeof typed === 'string' && isPersonal(typed)) return typed;
  const { type } = fields;
  if (name !== 'text') return null;
  return (typeof type === 'string' && SOUGHT_EVENT.test(type)) || isSearch(fields) ? name : null;
}

/** What a search knows: what was sought, beside what it has found. */
const isSearch = (fields: Fields): boolean => ('cursor' in fields && 'finds' in fields) || ('options' in fields && 'untold' in fields);

/** Puts something else where a text tells who somebody is, wherever it stands. */
const replaceFound = (text: string, standIn: (found: string) => string): string =>
  replacePersonal(text, standIn)
    .split(BY_CHANCE)
    .map((part, index) =>
      index % 2 === 1 ? part : replacePersonalWords(part, (kind, found) => (isTooShort(kind, found) ? found : standIn(found))),
    )
    .join('');

const isTooShort = (kind: PersonalKind, found: string): boolean => kind === 'card' && found.replaceAll(/\D/gu, '').length < CARD_DIGITS;

function addPieces(pieces: Set<string>, text: string): void {
  const low = text.toLowerCase();
  for (let at = 0; at + PIECE_LENGTH <= low.length; at += 1) pieces.add(low.slice(at, at + PIECE_LENGTH));
}

/** Replaces each run of characters that consists of pieces. */
function withoutPieces(text: string, pieces: ReadonlySet<string>, standIn: (found: string) => string): string {
  if (pieces.size === 0 || text.length < PIECE_LENGTH) return text;
  const low = text.toLowerCase();
  let result = '';
  let kept = 0;
  for (let at = 0; at + PIECE_LENGTH <= text.length;) {
    if (!pieces.has(low.slice(at, at + PIECE_LENGTH))) {
      at += 1;
      continue;
    }
    let end = at + PIECE_LENGTH;
    while (pieces.has(low.slice(end - PIECE_LENGTH + 1, end + 1)) && end < text.length) end += 1;
    result += text.slice(kept, at) + standIn(text.slice(at, end));
    kept = end;
    at = end;
  }
  return result + text.slice(kept);
}

const isAnswerCode = (value: string | number): boolean => typeof value === 'number' && Math.abs(value) <= MOST_ANSWER_CODE;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const byLength = (one: string, other: string): number => other.length - one.length;
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);

function fieldsIn(text: string): Fields | null {
  if (!text.startsWith('{')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}
