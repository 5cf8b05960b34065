import { afterAll, expect } from 'vitest';
import { writeBrowserPaths } from './page-paths.ts';

// Runs before each file, since files share what they import. Hooks end in the order opposite to that of their beginning: the pages are closed by then.
afterAll(() => writeBrowserPaths(expect.getState().testPath ?? ''));
