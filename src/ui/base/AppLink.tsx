import type { ComponentProps, MouseEvent } from 'react';
import { useApp } from './app-context.ts';

export interface AppLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** Path inside the application, with its query. */
  readonly to: string;
}

/** With a key held or another button, the browser opens its own window or tab. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/**
 * A link of the pages before the back office, which bring no router: a plain click is the navigation machine's, everything else the browser's.
 */
export function AppLink({ to, onClick, children, ...rest }: AppLinkProps) {
  const { navigation } = useApp();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isPlain(event)) return;
    event.preventDefault();
    navigation.send({ type: 'navigation.requested', to, mode: 'push' });
  };
  return (
    <a href={to} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
