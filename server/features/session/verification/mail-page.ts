import { HTML_LANGUAGE } from '#domain/base/language';
import { htmlText } from '../../../base/html-text.ts';
import type { Language } from '../../../base/messages.ts';

export interface MailPage {
  readonly language: Language;
  /** Who writes. */
  readonly site: string;
  readonly subject: string;
}

const FONT = "-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif";
const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';

/** Fonts of Chinese draw quotation marks as wide as its signs, also in English. */
const QUOTES = 'font-variant-east-asian:proportional-width';

/** What stands in the elements holds in every program that shows mail; the sheet is for those that know of the dark. */
const DARK = `@media (prefers-color-scheme: dark) {
body { background: #101312 !important; color: #e6eae8 !important; }
.card { background: #191d1b !important; border-color: #2b302e !important; }
.site, a { color: #7fd3bc !important; }
.code { background: #14342c !important; color: #7fd3bc !important; }
}`;

/** Signs that end a sentence are no part of the address before them. */
const ADDRESS = /https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)，。；：！？）]/gu;

const link = (address: string): string => `<a href="${htmlText(address)}" style="color:#0a5f4d">${htmlText(address)}</a>`;

/** Words, with the addresses in them as links. */
export function paragraph(text: string): string {
  const words = text.split(ADDRESS).map(htmlText);
  const links = (text.match(ADDRESS) ?? []).map(link);
  return `<p style="margin:0 0 16px">${words.map((part, index) => part + (links[index] ?? '')).join('')}</p>`;
}

/** Of what is longer than a line of a phone, two lines as long as each other: broken by the room alone, a few digits would be left for the second. */
const brokenInTwo = (code: string): string => {
  const half = Math.ceil(code.length / 2);
  return code.length > 24 ? `${htmlText(code.slice(0, half))}<wbr>${htmlText(code.slice(half))}` : htmlText(code);
};

/** Set apart, so that it is read off at a glance. */
export const codeBlock = (code: string): string =>
  `<p class="code" style="margin:0 0 16px;padding:14px 12px;border-radius:8px;background:#e4f4ee;color:#0a5f4d;font:600 ${code.length > 8 ? 17 : 28}px/1.3 ${MONO};letter-spacing:${code.length > 8 ? 1 : 5}px;text-align:center;overflow-wrap:normal;word-break:normal">${brokenInTwo(code)}</p>`;

/** What a subject says beside the name of the site, which stands above; '' where it is one sentence with it. */
const headingOf = ({ site, subject }: MailPage): string => (subject.startsWith(`[${site}] `) ? subject.slice(site.length + 3) : '');

const heading = (words: string): string =>
  words === '' ? '' : `<h1 style="margin:0 0 12px;font-size:20px;font-weight:650;line-height:1.35">${htmlText(words)}</h1>`;

/** One look for all mails: whose it is, and a card with what there is to say, from 320 px on, in the light and in the dark. */
export const mailPage = (mail: MailPage, parts: readonly string[]): string => {
  const { language, site, subject } = mail;
  return (
    `<!doctype html><html lang="${HTML_LANGUAGE[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${htmlText(subject)}</title><style>${DARK}</style></head>` +
    `<body style="margin:0;padding:24px 12px;background:#f5f5f2;color:#1f211f;font:16px/1.6 ${FONT};${language === 'en' ? QUOTES : ''}">` +
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;margin:0 auto">' +
    `<tr><td class="site" style="padding:0 4px 12px;color:#0a5f4d;font-weight:600;overflow-wrap:anywhere">${htmlText(site)}</td></tr>` +
    '<tr><td class="card" style="padding:24px 24px 8px;border:1px solid #e6e6e1;border-radius:12px;background:#ffffff;overflow-wrap:anywhere;word-break:break-word">' +
    `${heading(headingOf(mail))}${parts.join('')}</td></tr></table></body></html>`
  );
};
