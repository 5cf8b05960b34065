import { createContext } from 'react';

/** Whether the server keeps the history of records, so that there is something to show. */
export const HistoryContext = createContext(true);
