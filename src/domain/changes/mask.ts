import { plainText } from '../base/plain-value.ts';

/** What these hold belongs to a person, whatever the section. */
const PERSONAL: ReadonlySet<string> = new Set(['mobile', 'email', 'idNumber']);

export const isPersonalKind = (kind: string | undefined): boolean => kind !== undefined && PERSONAL.has(kind);

/** What a record is called where everybody reads it, by the field that names it: the ends only of what belongs to a person. */
export const nameInPart = (kind: string | undefined, name: unknown): string => plainText(isPersonalKind(kind) ? maskValue(name) : name);

/** Shows the ends of a value only: of a short one nothing but that there is one. Nothing stays nothing. */
export function maskValue(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value ?? null;
  const letters = Array.from(plainText(value));
  if (letters.length < 7) return '***';
  return `${letters.slice(0, 2).join('')}***${letters.slice(-2).join('')}`;
}
