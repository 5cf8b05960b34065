import { use } from 'react';
import { currencySign } from '#domain/base/amount-text';
import { HTML_LANGUAGE } from '#domain/base/language';
import { CurrencyContext } from '../base/cdn-context.ts';
import { pageLanguage } from '../base/i18n.ts';

/** What stands before amounts of money, such as `¥`; '' where the site names no currency. */
export const useCurrencySign = (): string => currencySign(use(CurrencyContext), HTML_LANGUAGE[pageLanguage()]);
