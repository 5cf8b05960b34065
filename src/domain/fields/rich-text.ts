import sanitizeHtml from 'sanitize-html';
import { isLinkAddress, isOwnPath } from '../base/addresses/link.ts';
import { isPictureAddress } from '../base/addresses/picture-address.ts';

/**
 * The one sanitiser of rich text: the server cleans what it stores, the browser what it shows. What stands not here is taken out;
 * its words stay. No style, no class, no id and no handler is ever kept. Source: security.md rule 18.
 */
const ALLOWED_TAGS = [
  'p', 'br', 'div', 'span', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'b', 'em', 'i', 'u', 's', 'del', 'strike', 'sub', 'sup', 'mark', 'code', 'pre',
  'blockquote', 'ul', 'ol', 'li', 'hr', 'a', 'img', 'figure', 'figcaption', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
]; // prettier-ignore

const ALLOWED_ATTRIBUTES = {
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  ol: ['start'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** Elements whose words are no words for a reader. */
const UNREAD_TAGS = ['script', 'style', 'textarea', 'option', 'noscript', 'iframe', 'xmp', 'noembed', 'noframes', 'title', 'template'];

/** Deeper nesting is a trick, not a text. */
const MAX_DEPTH = 40;

/** Without an address it means nothing: the element goes, its words stay. */
const refused = (tagName: string): sanitizeHtml.Tag => ({ tagName, attribs: {} });

const isWholeNumber = (text: string | undefined): text is string => text !== undefined && /^\d{1,5}$/u.test(text);
const numbersIn = (attribs: sanitizeHtml.Attributes, names: readonly string[]): sanitizeHtml.Attributes =>
  Object.fromEntries(names.flatMap((name) => (isWholeNumber(attribs[name]) ? [[name, attribs[name]]] : [])));
const textsIn = (attribs: sanitizeHtml.Attributes, names: readonly string[]): sanitizeHtml.Attributes =>
  Object.fromEntries(names.flatMap((name) => (attribs[name] === undefined ? [] : [[name, attribs[name]]])));

function cleanLink(tagName: string, { href = '', ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const link = href.trim();
  if (!isLinkAddress(link)) return refused(tagName);
  const away = isOwnPath(link) ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' };
  return { tagName, attribs: { href: link, ...textsIn(attribs, ['title']), ...away } };
}

function cleanPicture(tagName: string, { src = '', ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const address = src.trim();
  if (!isPictureAddress(address)) return refused(tagName);
  return { tagName, attribs: { src: address, ...textsIn(attribs, ['alt', 'title']), ...numbersIn(attribs, ['width', 'height']) } };
}

const cleanNumbers =
  (names: readonly string[]): sanitizeHtml.Transformer =>
  (tagName, attribs) => ({ tagName, attribs: numbersIn(attribs, names) });

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ALLOWED_TAGS,
  allowedAttributes: ALLOWED_ATTRIBUTES,
  nonTextTags: UNREAD_TAGS,
  nestingLimit: MAX_DEPTH,
  // Addresses were judged by the rules above; this is the library's own second look.
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  transformTags: {
    a: cleanLink,
    img: cleanPicture,
    ol: cleanNumbers(['start']),
    th: cleanNumbers(['colspan', 'rowspan']),
    td: cleanNumbers(['colspan', 'rowspan']),
  },
  exclusiveFilter: ({ tag, attribs }) => ((tag === 'a' && !attribs['href']) || (tag === 'img' && !attribs['src']) ? 'excludeTag' : false),
};

/** Without any element it is text that was written without an editor: each of its lines is a paragraph. */
const paragraphsOf = (text: string): string =>
  text
    .split(/\r?\n/u)
    .map((line) => `<p>${line}</p>`)
    .join('');

/**
 * Rich text as it may be stored and shown. What our editor writes stays letter by letter.
 * @param html whatever came
 * @returns '' for what is nothing but space
 */
export function cleanRichText(html: string): string {
  const clean = sanitizeHtml(html, OPTIONS);
  if (clean.trim() === '') return '';
  return clean.includes('<') ? clean : paragraphsOf(clean);
}
