import { createContext, use } from 'react';
import type { Troupe } from '#actors/create-app';

/** The running application: the actors that views listen to and tell. */
export const AppContext = createContext<Troupe | null>(null);

export function useApp(): Troupe {
  const app = use(AppContext);
  if (!app) throw new Error('a view stands outside of the application');
  return app;
}
