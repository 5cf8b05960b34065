import { textIn, type Texts } from '#domain/fields/kinds/base/declared';
import { pageLanguage } from '../../../base/i18n.ts';

/** What is called so in the page's language, else in the other, else by its name. */
export const titleIn = (texts: Texts | undefined, name: string): string => textIn(texts, pageLanguage()) ?? name;
