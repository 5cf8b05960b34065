import { walkPages } from './support/walk-pages.ts';

walkPages('en', 'dark');
