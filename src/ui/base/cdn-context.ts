import { createContext } from 'react';

/** The site's address for stored files, which stands before relative paths; '' for the own origin. */
export const CdnContext = createContext('');
