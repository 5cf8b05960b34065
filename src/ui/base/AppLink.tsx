import type { ComponentProps, MouseEvent } from 'react';
import type { NavigationMode } from '#domain/app/navigation';
import { useApp } from './app-context.ts';

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** Path inside the application, with its query. */
  readonly to: string;
  /** `replace` where one may be there already: then nothing happens, instead of a word that one is. */
  readonly mode?: NavigationMode;
}

/** With a key held or another button, the browser opens its own window or tab. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/** A link inside the application: a plain click is the navigation machine's, which alone moves the address; everything else is the browser's. */
export function AppLink({ to, mode = 'push', onClick, children, ...rest }: AppLinkProps) {
  const { navigation } = useApp();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isPlain(event)) return;
    event.preventDefault();
    navigation.send({ type: 'navigation.requested', to, mode });
  };
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
