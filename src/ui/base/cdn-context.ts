import { createContext } from 'react';

/** The site's address for stored files, which stands before relative paths; '' for the own origin. */
export const CdnContext = createContext('');

/** The currency that amounts are in, as ISO 4217 has it, such as `CNY`; '' where the site names none. */
export const CurrencyContext = createContext('');
