import { withWords, type SectionLanguage, type SectionWords } from '#domain/designer/source/section-words';
import type { Texts } from '#domain/fields/kinds/base/declared';
import type { Resource } from '#domain/table/resource';
import type { ServerPorts } from '../../ports/ports.ts';

/** What the message files call the sections of the program, as designs have it. */
export function createProgramWords(messages: Pick<ServerPorts['messages'], 'text'>) {
  /** Nothing where there is no word. */
  const said = (name: string, key: string, language: SectionLanguage): string | undefined => {
    const whole = `resources.${name}.${key}`;
    const text = messages.text(language, whole);
    return text === whole ? undefined : text;
  };

  /** In the shape of a section's message file. */
  function wordsOf({ name, fields }: Resource, language: SectionLanguage): SectionWords {
    const say = (key: string): SectionWords => {
      const text = said(name, key, language);
      return text === undefined ? {} : { [key.slice(key.lastIndexOf('.') + 1)]: text };
    };
    const all = Object.entries(fields);
    return {
      ...say('label'),
      fields: Object.assign({}, ...all.map(([key]) => say(`fields.${key}`))) as SectionWords,
      hints: Object.assign({}, ...all.map(([key]) => say(`hints.${key}`))) as SectionWords,
      options: Object.fromEntries(
        all.map(([key, field]) => [
          key,
          Object.assign({}, ...('options' in field ? field.options.map((option) => say(`options.${key}.${option}`)) : [])) as SectionWords,
        ]),
      ),
    };
  }

  return {
    worded: (resource: Resource): Resource => withWords(resource, { 'zh-cn': wordsOf(resource, 'zh-cn'), en: wordsOf(resource, 'en') }),

    /** What an event of its life is called. */
    eventWords(name: string, event: string): Texts | undefined {
      const [chinese, english] = [said(name, `events.${event}`, 'zh-cn'), said(name, `events.${event}`, 'en')];
      return chinese === undefined && english === undefined
        ? undefined
        : { ...(chinese !== undefined && { 'zh-cn': chinese }), ...(english !== undefined && { en: english }) };
    },
  };
}
