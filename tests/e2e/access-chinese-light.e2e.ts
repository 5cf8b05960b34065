import { walkPages } from './support/walk-pages.ts';

walkPages('zh-cn', 'light');
