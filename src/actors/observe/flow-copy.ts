import { isPersonal, MASK, withoutPersonal } from '#domain/base/personal-data';
import { Secret } from '#domain/base/secret';

/** A value as somebody may look at it: plain data without secrets and without anything personal. */
export type Shown = null | boolean | number | string | readonly Shown[] | { readonly [name: string]: Shown };

const DEEPEST = 8;
const MOST_ITEMS = 50;

/** Copies what an actor holds for the eye; never throws, whatever it is. */
export const shownCopy = (value: unknown): Shown => copyOf(value, { depth: 0, isHidden: false });

/** The same as text that can be read. */
export const shownText = (value: unknown): string => JSON.stringify(shownCopy(value), null, 2);

interface Place {
  readonly depth: number;
  /** Inside of something personal: what stands here says only whether it is there. */
  readonly isHidden: boolean;
}

function copyOf(value: unknown, place: Place): Shown {
  if (value === null || value === '' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'string') return place.isHidden ? MASK : plainOf(value);
  if (typeof value !== 'object') return `(${typeof value})`;
  if (value instanceof Secret) return String(value);
  if (value instanceof Error) return { [value.name]: withoutPersonal(value.message) };
  if (isActor(value)) return `→ ${value.id}`;
  if (place.depth >= DEEPEST) return '…';
  if (Array.isArray(value)) return itemsOf(value, place);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `(${value.constructor?.name ?? 'object'})`;
  return fieldsOf(value as Readonly<Record<string, unknown>>, place);
}

const plainOf = (value: number | string): Shown => (typeof value === 'string' ? withoutPersonal(value) : value);

function itemsOf(list: readonly unknown[], { depth, isHidden }: Place): Shown {
  const shown = list.slice(0, MOST_ITEMS).map((item) => copyOf(item, { depth: depth + 1, isHidden }));
  return list.length > MOST_ITEMS ? [...shown, `… +${list.length - MOST_ITEMS}`] : shown;
}

function fieldsOf(fields: Readonly<Record<string, unknown>>, { depth, isHidden }: Place): Shown {
  const names = Object.keys(fields);
  // What is typed travels as a field's name with its value.
  const typed = fields['field'] ?? fields['name'];
  const isTypedPersonal = typeof typed === 'string' && isPersonal(typed);
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const isOwn = isPersonal(name, names) || (name === 'value' && isTypedPersonal);
        return [name, copyOf(value, { depth: depth + 1, isHidden: isHidden || isOwn })];
      }),
  );
}

const isActor = (value: object): value is { readonly id: string } => 'sessionId' in value && 'getSnapshot' in value;
