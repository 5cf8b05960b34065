import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// oxlint-disable-next-line import/no-default-export -- the runner reads its configuration so
export default defineConfig({
  plugins: [react()],
  test: { include: (process.env['MUTATION_TESTS'] ?? '').split(','), testTimeout: 30_000, hookTimeout: 60_000 },
});
