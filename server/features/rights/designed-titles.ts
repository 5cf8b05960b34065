import type { Language } from '#domain/base/language';
import { textIn, type Texts } from '#domain/fields/kinds/base/declared';
import { approvalOf } from '#domain/life/life';
import { pagePathOf, type Resource } from '#domain/table/resource';
import { titleFor, type Messages } from '../../base/messages.ts';

export interface Titled {
  readonly name: string;
  readonly title: string;
}

/**
 * What the rules of sections designed at run time are called in a language. Publishing writes one title to a rule; while nobody has given it
 * another, it is read as the section says it in that language. @returns the title of such a rule; undefined of any other
 */
export function designedTitles(sections: readonly Resource[], language: Language): (rule: Titled) => string | undefined {
  const known = new Map<string, { readonly stored: string | undefined; readonly shown: string | undefined }>();
  const note = (name: string, label: Texts | undefined, mark = ''): void => {
    const marked = (text: string | undefined) => (text === undefined ? undefined : text + mark);
    if (label) known.set(name.toLowerCase(), { stored: marked(label['zh-cn'] ?? label.en), shown: marked(textIn(label, language)) });
  };
  for (const section of sections) {
    const path = pagePathOf(section);
    note(path, section.label);
    for (const [event, { label }] of Object.entries(section.life?.events ?? {})) {
      note(`${path}/${event}`, label);
      note(`${path}/${approvalOf(event)}`, label, ' ✓');
    }
  }
  return ({ name, title }) => {
    const found = known.get(name.toLowerCase());
    return found?.stored === title ? found.shown : undefined;
  };
}

/** What any rule is called in a language: those of sections designed at run time as their section says, all others as the messages do. */
export const ruleTitles =
  (sections: () => readonly Resource[], messages: Messages) =>
  (language: Language): ((rule: Titled) => string) => {
    const designed = designedTitles(sections(), language);
    return (rule) => designed(rule) ?? titleFor(messages, language, rule.title);
  };
