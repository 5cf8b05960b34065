import { isPlainObject } from '../../base/plain-value.ts';
/**
 * Fields in the words of the older dialect: it has no type of a default but words for it, and literal operators. What it writes itself is
 * understood as it is. Source: wire protocol §5.18, "[v1]".
 */
type Entry = Readonly<Record<string, unknown>>;

const WORDS: Readonly<Record<string, string>> = { NONE: 'none', NULL: 'null', 'EMPTY STRING': 'empty string' };
const OPERATORS: Readonly<Record<string, string>> = { eq: '=', ne: '<>', gt: '>', egt: '>=', lt: '<', elt: '<=' };

export function olderField(field: Entry): Entry {
  const { defaultType, table } = field;
  const word = typeof defaultType === 'string' && Object.hasOwn(WORDS, defaultType) ? WORDS[defaultType] : undefined;
  const operator = isPlainObject(table) ? table['operator'] : undefined;
  const older = typeof operator === 'string' && Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  return {
    ...field,
    ...(word !== undefined && { default: word }),
    ...(older !== undefined && isPlainObject(table) && { table: { ...table, operator: older } }),
  };
}
