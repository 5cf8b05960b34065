import { HTML_LANGUAGE, type Language } from '#domain/base/language';

/** A day of the site's calendar, such as `2026-11-23`, as the language writes it. */
export const Day = ({ of: day, language }: { readonly of: string; readonly language: Language }) => (
  <time dateTime={day}>
    {new Intl.DateTimeFormat(HTML_LANGUAGE[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))}
  </time>
);
