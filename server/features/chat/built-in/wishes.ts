import { wireNameOf } from '#domain/fields/field';
import { columnLabel } from '../../../resources/files/export-columns.ts';
import { cellReader } from '../../../resources/files/import-cells.ts';
import type { AdminCaller } from '../../../base/caller.ts';
import type { Messages } from '../../../base/messages.ts';
import type { Column } from '../../../resources/base/columns.ts';
import type { ResourceEngine } from '../../../resources/define-resource.ts';
import type { Resources } from '../../../resources/registry.ts';
import { eventLabel } from '../../../resources/life/life-words.ts';
import { proposableActions, eventsOf } from '../tools/proposed-rights.ts';
import { BY_DECLARATION, proposableFields } from '../tools/told-fields.ts';

/** Of what a sentence says nothing is looked up. */
const noneNamed = () => ({ issue: { key: 'validation.option' } }) as const;

/** A change that somebody asks for, in one of the sections that it may be about. */
export interface Wish {
  /** Of the section. */
  readonly resource: string;
  readonly label: string;
  /** Wire name of the field that says what its records are called. */
  readonly titleName: string;
  readonly action: 'edit' | 'del' | 'step';
  /** Of the record's life, where the action is a step. */
  readonly event: string | null;
  /** What the record is called, as it was said. */
  readonly record: string;
  /** By wire names; null where what was said is no value of the field. */
  readonly values: Readonly<Record<string, unknown>> | null;
}

/** A sentence says: change this field of that record to such a value. */
const EDITS: readonly RegExp[] = [
  /^(?:请|帮我|麻烦)*(?:把|将)(?<record>.+)的(?<field>[^的]+?)(?:改为|改成|修改为|设为|设置为|调为|换成)(?<value>.+?)[。！!.]?$/u,
  /^(?:please )?(?:set|change|update) (?:the )?(?<field>.+?) of (?:the )?(?<record>.+) to (?<value>.+?)[.!]?$/iu,
  /^(?:please )?(?:set|change|update) (?:the )?(?<record>.+)['’]s (?<field>.+?) to (?<value>.+?)[.!]?$/iu,
];
const DELETIONS: readonly RegExp[] = [
  /^(?:请|帮我|麻烦)*删除(?<record>.+?)[。！!.]?$/u,
  /^(?:please )?(?:delete|remove) (?:the )?(?<record>.+?)[.!]?$/iu,
];
/** What may stand around the name of an event and of the record that it is sent to. */
const POLITE = /^(?:请|帮我|麻烦|please )*/iu;
const MARKS = /[。！!.\s]+$/u;
const TAKEN = /^(?:把|将)/u;
const QUOTES = /^[\s“”"'「」『』《》]+|[\s“”"'「」『』《》]+$/gu;
/** A sentence has no more: it is tried in every way that it may be divided, which takes long where there are many. */
const MOST_OF_A_SENTENCE = 400;
/** Sections that are looked into for one sentence. */
const MOST_SECTIONS = 6;
/** Fields whose values name other records are changed in their forms. */
const NAMING: ReadonlySet<Column['storage']> = new Set(['record', 'parent', 'ids']);

const matched = (sentences: readonly RegExp[], text: string) =>
  sentences.map((sentence) => sentence.exec(text)?.groups).find((groups) => groups !== undefined);
const bare = (text: string): string => text.trim().replaceAll(QUOTES, '');
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What a sentence says besides the name of an event, which stands first, or last after 把; null where it has none. */
function besides(said: string, event: string): string | null {
  const [sentence, label] = [said.toLowerCase(), event.toLowerCase()];
  if (sentence.startsWith(label)) return said.slice(label.length).trim().replace(/^the /iu, '');
  return TAKEN.test(said) && sentence.endsWith(label) ? said.replace(TAKEN, '').slice(0, -label.length).trim() : null;
}

/**
 * Understands a few sentences in which administrators ask for a change, by what sections and fields are called in either language. What it does not
 * understand is an ordinary question.
 */
export function createWishes(messages: Pick<Messages, 'text'>, resources: Resources) {
  const sectionLabel = ({ resource: { name, label } }: ResourceEngine, language: 'zh-cn' | 'en'): string =>
    label?.[language] ?? messages.text(language, `resources.${name}.label`);

  /** What is said of a record without the name of its section. */
  function recordIn(
    said: string,
    engine: ResourceEngine,
    language: 'zh-cn' | 'en',
  ): { readonly record: string; readonly isNamed: boolean } {
    const label = sectionLabel(engine, language);
    const isNamed = said.toLowerCase().startsWith(label.toLowerCase());
    return { record: bare(isNamed ? said.slice(label.length) : said), isNamed };
  }

  function columnOf(engine: ResourceEngine, said: string, language: 'zh-cn' | 'en'): Column | undefined {
    const words = { messages, language, timeZone: 'UTC' };
    const fields = proposableFields(engine.resource, BY_DECLARATION);
    return engine.context.columns.readable.find(
      (column) =>
        fields.has(column.name) &&
        !NAMING.has(column.storage) &&
        (isSame(columnLabel(engine.context, column, words), said) || isSame(column.key, said)),
    );
  }

  function valuesOf(engine: ResourceEngine, column: Column, said: string): Wish['values'] {
    const names = { idOf: noneNamed, areasOf: noneNamed, isKnown: () => false };
    const reading = cellReader(engine.context, column, { messages, timeZone: 'UTC', names })(bare(said));
    return reading && 'value' in reading ? { [column.name]: reading.value } : null;
  }

  /** A sentence says: send this event to that record of this section. */
  function stepsIn(text: string, caller: AdminCaller): readonly Wish[] {
    const { language } = caller.client;
    const said = text.replace(POLITE, '').replace(MARKS, '');
    return resources.all().flatMap((engine) => {
      const { life } = engine.resource;
      if (!life) return [];
      return eventsOf(engine, caller).flatMap((event) => {
        const about = besides(said, eventLabel(engine.context, life, event, language));
        const { record, isNamed } = about === null ? { record: '', isNamed: false } : recordIn(about, engine, language);
        // As with deletions, it says in which section.
        return isNamed && record !== '' ? [{ ...wishFor(engine, language), action: 'step', event, record, values: {} } as const] : [];
      });
    });
  }

  function wishFor(engine: ResourceEngine, language: 'zh-cn' | 'en'): Pick<Wish, 'resource' | 'label' | 'titleName'> {
    const { name: resource, titleField, fields } = engine.resource;
    return { resource, label: sectionLabel(engine, language), titleName: wireNameOf(titleField, fields[titleField]) };
  }

  return (question: string, caller: AdminCaller): readonly Wish[] => {
    const { language } = caller.client;
    const text = question.trim();
    if (text.length > MOST_OF_A_SENTENCE) return [];
    const steps = stepsIn(text, caller);
    if (steps.length > 0) return steps.slice(0, MOST_SECTIONS);
    const edit = matched(EDITS, text);
    const said = edit ?? matched(DELETIONS, text);
    if (!said?.['record']) return [];
    const action = edit ? 'edit' : 'del';
    const wishes = resources.all().flatMap((engine) => {
      if (!proposableActions(engine, caller).includes(action)) return [];
      const { record, isNamed } = recordIn(said['record'] ?? '', engine, language);
      const column = edit && columnOf(engine, edit['field'] ?? '', language);
      // A deletion says in which section; words such as "delete my account" ask how.
      if (record === '' || (edit ? !column : !isNamed)) return [];
      const values = edit && column ? valuesOf(engine, column, edit['value'] ?? '') : {};
      return [{ ...wishFor(engine, language), action, event: null, record, values, isNamed } as const];
    });
    const named = wishes.filter(({ isNamed }) => isNamed);
    return (named.length > 0 ? named : wishes).slice(0, MOST_SECTIONS).map(({ isNamed: _isNamed, ...wish }) => wish);
  };
}

export type Wishes = ReturnType<typeof createWishes>;
