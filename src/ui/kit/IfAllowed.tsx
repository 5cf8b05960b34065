import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { may } from '#domain/permission';
import { permissionFacts } from '#machines/admin-shell.machine';
import { useShell } from './shell-context.ts';

export interface IfAllowedProps {
  /** A bare action of the current page, such as `edit`, or a path with a slash. */
  readonly action: string;
  readonly children: ReactNode;
}

/** Renders its children only where the signed-in administrator may; else nothing, not even hidden. Source: specification §6. */
export function IfAllowed({ action, children }: IfAllowedProps) {
  const isAllowed = useSelector(useShell(), (snapshot) => may(action, permissionFacts(snapshot)));
  return isAllowed ? children : null;
}
