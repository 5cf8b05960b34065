import { isInForm, type AnyRecord, type Field } from '../fields/field.ts';
import { describedKind } from '../fields/kinds/registry.ts';
import type { Resource } from './resource.ts';

/** A title that says what it is, within what the field takes. */
function marked(title: unknown, field: Field | undefined, mark: (title: string) => string): unknown {
  if (typeof title !== 'string' || title.trim() === '') return title;
  const max = field && 'maxLength' in field ? field.maxLength : undefined;
  const letters = Array.from(title);
  const over = max === undefined ? 0 : Array.from(mark(title)).length - max;
  return over > 0
    ? mark(
        letters
          .slice(0, Math.max(0, letters.length - over))
          .join('')
          .trimEnd(),
      )
    : mark(title);
}

/**
 * What a new record begins with that is to be like another: all that people fill in, with a title that says so. Its state is that of any
 * new record, for states are reached by steps; secrets and what is declared so stay where they are.
 */
export function copiedRecord(
  { fields, titleField, titleIn, life, lifeField }: Pick<Resource, 'fields' | 'titleField' | 'titleIn' | 'life' | 'lifeField'>,
  values: AnyRecord,
  mark: (title: string) => string,
): AnyRecord {
  const titles = new Set([titleField, ...Object.values(titleIn ?? {})]);
  const isCopied = ([key, field]: readonly [string, Field]): boolean =>
    isInForm(field) &&
    field.copy !== 'never' &&
    key !== (life?.field ?? lifeField) &&
    describedKind(field).storage !== 'secret' &&
    key in values;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(isCopied)
      .map(([key, field]) => [key, titles.has(key) ? marked(values[key], field, mark) : values[key]]),
  );
}
