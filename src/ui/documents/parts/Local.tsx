import { HTML_LANGUAGE } from '#domain/base/language';
import type { LocalText } from '#domain/site/document-page';

/** A text that says in which language it is where that is not the page's. */
export function Local({ of: { text, isTranslated } }: { readonly of: LocalText }) {
  return isTranslated ? text : <span lang={HTML_LANGUAGE['zh-cn']}>{text}</span>;
}
