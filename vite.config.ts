import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = `http://127.0.0.1:${process.env['PORT'] ?? '8000'}`;

/**
 * What every page needs is one chunk; what several pages share is a chunk for each set of pages, small ones joined with their likest.
 * Otherwise each shared module would be a request of its own, and small files compress badly.
 */
const CHUNK_GROUPS = [
  { name: 'base', tags: ['$initial' as const], test: (id: string) => !/index\.html|src[\\/]main\.tsx/u.test(id), priority: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3000 },
];

export default defineConfig({
  plugins: [react({ compiler: true })],
  build: {
    target: 'es2023',
    sourcemap: true,
    // `scripts/budgets.ts` weighs each page by it.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNK_GROUPS },
        // A shared chunk is named after all pages that use it, which says too much.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
  server: { port: 5173, proxy: { '/api': api, '/uploads': api, '/health': api } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/**/*.test.tsx'],
          setupFiles: ['tests/support/dom-setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.e2e.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
