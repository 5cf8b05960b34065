import { PACKAGE_BOUNDS } from '#domain/modules/module-manifest';
import { archiveRefusal } from './archive-refusal.ts';

/** Names that lead elsewhere when an object is made of them. */
const TRAPS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * A file of a package as JSON; how deep it goes is measured before it is parsed.
 * @throws FailureError naming the file
 */
export function readJson(name: string, bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw archiveRefusal('json', { name });
  }
  if (depthOf(text) > PACKAGE_BOUNDS.jsonDepth) throw archiveRefusal('deep', { name, max: PACKAGE_BOUNDS.jsonDepth });
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (TRAPS.has(key)) throw archiveRefusal('trap', { name, key });
      return value;
    }) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) throw archiveRefusal('json', { name });
    throw error;
  }
}

function depthOf(text: string): number {
  let [depth, deepest, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1));
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}
