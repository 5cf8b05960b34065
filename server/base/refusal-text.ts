import { FieldsRefused, type Refusal } from './refusal.ts';

export type Say = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** Why one record of many is refused, in words. */
export function refusalText(say: Say, refusal: Refusal): string {
  if (refusal instanceof FieldsRefused)
    return Object.values(refusal.issues)
      .map(({ key, params }) => say(key, params))
      .join(' ');
  return refusal.failure.kind === 'rejected' ? say(refusal.failure.message, refusal.failure.params) : '';
}
