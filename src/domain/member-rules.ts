import type { Issues } from './issue.ts';
import { isBlank } from './validation.ts';

/** A new member needs a password; without one, an edited member keeps his. Source: wire protocol §5.7. */
export function checkMember({ id, password }: Readonly<Record<string, unknown>>): Issues {
  const isNew = id === undefined || id === null;
  return isNew && isBlank(password) ? { password: { key: 'validation.required' } } : {};
}
