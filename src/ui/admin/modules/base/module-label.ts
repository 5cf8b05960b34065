import { pageLanguage } from '../../../base/i18n.ts';

/** What a section is called in the page's language, or in the one that it has. */
export const moduleLabel = ({ name, label }: { readonly name: string; readonly label: Readonly<Record<string, string>> }): string =>
  label[pageLanguage()] ?? Object.values(label)[0] ?? name;
