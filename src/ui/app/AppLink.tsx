import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';

export interface AppLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  /** Path inside the application, with its query. */
  readonly to: string;
}

/** A link inside the application: the navigation machine hears of it, a middle click opens a window as with any link. */
export const AppLink = (props: AppLinkProps) => <Link {...props} />;
