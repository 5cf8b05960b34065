import { createContext } from 'react';

/** Whether the page is looked at: one that holds unsaved work stands behind the others, and its windows are to go out of sight with it. */
export const PageInSight = createContext(true);
