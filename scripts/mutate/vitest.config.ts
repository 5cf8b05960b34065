import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { sectionGroups } from '../build/section-groups.ts';

// oxlint-disable-next-line import/no-default-export -- the runner reads its configuration so
export default defineConfig({
  // What tests import that no file holds.
  plugins: [react(), sectionGroups(process.cwd())],
  test: {
    // Files that open the same server share what they import, within a run.
    isolate: process.env['MUTATION_ISOLATE'] !== 'no',

    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
