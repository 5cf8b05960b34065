import type { ModuleTexts } from '#domain/modules/module-manifest';
import { pageLanguage } from '../../../base/i18n.ts';

/** A text of a module in the page's language. */
export const moduleText = (texts: ModuleTexts): string => texts[pageLanguage()];
