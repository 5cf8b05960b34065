import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// oxlint-disable-next-line import/no-default-export -- the runner reads its configuration so
export default defineConfig({
  plugins: [react()],
  test: {
    // Files that open the same server share what they import, within a run.
    isolate: process.env['MUTATION_ISOLATE'] !== 'no',

    include: (process.env['MUTATION_TESTS'] ?? '').split(','),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
