import type { Resource } from '#domain/table/resource';
import type { Language, Messages } from '../../base/messages.ts';

type Named = Pick<Resource, 'name' | 'shippedNames'>;

/** In whose words names are said. */
export interface NameWords {
  readonly messages: Pick<Messages, 'text'>;
  readonly language: Language;
}

/** A name as it is read: one that came with the program in the reader's language, any other as it is stored. */
export const nameRead = ({ name, shippedNames = [] }: Named, stored: string, { messages, language }: NameWords): string =>
  shippedNames.includes(stored) ? messages.text(language, `resources.${name}.shipped.${stored}`) : stored;

/** Names that came with the program, as they are stored, of those that read so. */
export const shippedNamesThat = (resource: Named, words: NameWords, read: (name: string) => boolean): readonly string[] =>
  (resource.shippedNames ?? []).filter((stored) => read(nameRead(resource, stored, words)));
