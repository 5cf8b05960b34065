import { createContext } from 'react';

/** The paths of the pages for developers that there are; none outside of them. */
export const DevPathsContext = createContext<readonly string[]>([]);
