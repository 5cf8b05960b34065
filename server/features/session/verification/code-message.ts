import { CODE_SECONDS } from '../../../base/limits.ts';
import { htmlText } from '../../../base/html-text.ts';
import type { Language, Messages } from '../../../base/messages.ts';

interface CodeWords {
  readonly site: string;
  readonly purpose: string;
  readonly code: string;
}

const MASK = '******';

export interface WrittenCode {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The text as it is kept. */
  readonly masked: string;
}

/** The words around a code, in the language of whoever asked for it. */
export function writeCode(messages: Messages, language: Language, { site, purpose, code }: CodeWords): WrittenCode {
  const say = (key: string, params: Readonly<Record<string, string | number>> = {}): string =>
    messages.text(language, `verification.${key}`, params);
  const deed = say(`purpose.${purpose}`);
  const minutes = CODE_SECONDS / 60;
  const textWith = (shown: string): string =>
    [say('mail.intro', { site, purpose: deed }), '', shown, '', say('mail.validity', { minutes }), say('mail.ignore')].join('\n');
  return {
    subject: say('mail.subject', { site }),
    text: textWith(code),
    masked: textWith(MASK),
    html: page(language, [
      paragraph(say('mail.intro', { site, purpose: deed })),
      `<p style="font-size:28px;font-weight:bold;letter-spacing:6px">${htmlText(code)}</p>`,
      paragraph(say('mail.validity', { minutes })),
      paragraph(say('mail.ignore')),
    ]),
  };
}

/** A message that is no answer to a wish of its reader. @param secret stands on a line of its own, and is masked where the text is kept */
export function writeNotice(
  messages: Messages,
  language: Language,
  kind: 'addressChanged' | 'addressAdded' | 'accountKnown',
  words: Readonly<Record<string, string | number>>,
  secret = '',
): WrittenCode {
  const say = (key: string): string => messages.text(language, `verification.notice.${kind}.${key}`, words);
  const lines = (shown: string): string[] => [say('intro'), ...(shown === '' ? [] : [shown]), say('advice')];
  return {
    subject: say('subject'),
    text: lines(secret).join('\n\n'),
    masked: lines(secret === '' ? '' : MASK).join('\n\n'),
    html: page(language, lines(secret).map(paragraph)),
  };
}

/** A message without anything secret, a paragraph a line. */
export const writeLines = (language: Language, subject: string, lines: readonly string[]): WrittenCode => {
  const text = lines.join('\n\n');
  return { subject, text, masked: text, html: page(language, lines.map(paragraph)) };
};

/** A mail that says only that mails arrive. */
export function writeTestMail(messages: Messages, language: Language, site: string): Omit<WrittenCode, 'masked'> {
  const text = messages.text(language, 'verification.mail.testBody', { site });
  return { subject: messages.text(language, 'verification.mail.testSubject', { site }), text, html: page(language, [paragraph(text)]) };
}

const paragraph = (text: string): string => `<p>${htmlText(text)}</p>`;
const page = (language: Language, parts: readonly string[]): string =>
  `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;line-height:1.6">${parts.join('')}</body></html>`;
