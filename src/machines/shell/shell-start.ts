import type { Area } from '#domain/base/area';
import { isSameValue } from '#domain/base/same-value';
import type { ShellStart } from './admin-shell.vocabulary.ts';

/** Whose start is asked for; the page at the address is to be drawn with it. */
export interface ShellQuestion {
  readonly area: Area;
  readonly path: string;
}

/** A start with the tables that it was still waiting for, as far as they are here. */
export function declaredWith(start: ShellStart, sections: ShellStart['sections']): ShellStart {
  const { later = [] } = start;
  const come = later.filter((name) => sections[name] !== undefined);
  if (come.length === 0) return start;
  const more = Object.fromEntries(Object.entries(sections).filter(([name]) => come.includes(name)));
  return { ...start, sections: { ...start.sections, ...more }, later: later.filter((name) => !come.includes(name)) };
}

/** What is the same stays the same, so that views are not drawn again; a page that was there a moment ago is known to exist. */
export function startAfter(before: ShellStart | null, start: ShellStart): ShellStart {
  if (!before) return start;
  const menu = isSameValue(before.menu, start.menu) ? before.menu : start.menu;
  return {
    ...declaredWith(start, before.sections),
    menu,
    pages: [...new Set([...start.pages, ...before.pages, ...before.menu.routes.map(({ path }) => path)])],
  };
}
