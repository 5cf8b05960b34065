import { useEffect } from 'react';
import { isTitleKey, pageTitle } from '#domain/app/page-title';
import { text } from './i18n.ts';
import { useSite } from './use-site.ts';

/** The title of the browser's window: a key is translated, the site's name follows a dash. Source: specification §2, readings 2.14. */
export function PageTitle({ title }: { readonly title: string }) {
  const { siteName } = useSite();
  const whole = pageTitle(isTitleKey(title) ? text(title) : title, siteName);
  useEffect(() => {
    document.title = whole;
  }, [whole]);
  return null;
}
