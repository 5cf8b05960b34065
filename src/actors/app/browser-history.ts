import { fromEvent, map } from 'rxjs';
import type { HistoryPort } from '../base/ports.ts';

const entryOf = (state: unknown): number => (state as { entry?: number } | null)?.entry ?? 0;
const href = () => location.pathname + location.search + location.hash;

/** Each entry carries its number in `history.state`: the browser tells that it moved, not how far. */
export function browserHistory(): HistoryPort {
  let entry = entryOf(history.state);
  return {
    href,
    write: (to, mode) => {
      if (mode === 'push') entry += 1;
      const state = { entry };
      if (mode === 'push') history.pushState(state, '', to);
      else history.replaceState(state, '', to);
    },
    go: (delta) => history.go(delta),
    stepsBack: (isWanted) => stepsToOwnEntry(isWanted, entry),
    moves: fromEvent<PopStateEvent>(window, 'popstate').pipe(
      map((event) => {
        const now = entryOf(event.state);
        const delta = now - entry;
        entry = now;
        return { href: href(), delta };
      }),
    ),
  };
}

/**
 * Asks the browser for what lies behind: it lists the entries of this origin only, and none beyond a foreign one, so that no way back leads
 * off the site. Older browsers have no such list; there only what this page has pushed itself is known.
 * @param pushed how many entries this page load has pushed
 */
function stepsToOwnEntry(isWanted: (href: string) => boolean, pushed: number): number | null {
  const { navigation } = window as { readonly navigation?: Window['navigation'] };
  if (!navigation?.currentEntry) return pushed > 0 ? 1 : null;
  const behind = navigation.entries().slice(0, navigation.currentEntry.index).toReversed();
  // Entries of another page load keep their address to themselves under our policy of referrers; those are tried.
  const steps = behind.findIndex(({ url }) => url === null || isWanted(pathIn(url)));
  return steps === -1 ? null : steps + 1;
}

function pathIn(url: string): string {
  const { pathname, search, hash } = new URL(url);
  return pathname + search + hash;
}
