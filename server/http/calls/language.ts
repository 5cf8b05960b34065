import { HEADER } from '#api/contract/base/wire';
import { DEFAULT_LANGUAGE, type Language } from '../../base/messages.ts';

const NAMES: Readonly<Record<string, Language>> = { 'zh-cn': 'zh-cn', 'zh-hans-cn': 'zh-cn', en: 'en' };

const languageNamed = (name: string | null | undefined): Language | undefined => {
  const key = name?.trim().toLowerCase();
  return key !== undefined && Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
};

/** Query, own header, then exactly the first tag of Accept-Language; Hono's `languageDetector` weighs them all. Source: wire protocol §1.4. */
export const languageOf = (request: Request, url: URL): Language =>
  // To read the parameters costs more than all of the rest here.
  (url.search === '' ? undefined : languageNamed(url.searchParams.get('lang'))) ??
  languageNamed(request.headers.get(HEADER.language)) ??
  languageNamed(request.headers.get('accept-language')?.split(/[,;]/u)[0]) ??
  DEFAULT_LANGUAGE;
