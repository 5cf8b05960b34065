import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { appFacts } from './scripts/build/app-facts.ts';
import { createChunkPlan } from './scripts/build/chunk-plan.ts';
import { directImports } from './scripts/build/direct-imports.ts';
import { SlowestFirst } from './scripts/tests/slowest-first.ts';
import { iconLibraries } from './scripts/build/icon-libraries.ts';
import { SHORT_LIVED } from './tests/support/short-lived.ts';

const api = `http://127.0.0.1:${process.env['PORT'] ?? '8000'}`;

const { version, build } = appFacts(import.meta.dirname);
process.env['VITE_APP_VERSION'] ??= version;
process.env['VITE_APP_BUILD'] ??= build;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react({ compiler: true }), directImports(import.meta.dirname), iconLibraries(import.meta.dirname)],
  // RxJS as it was written, without the helpers for browsers of 2009.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    sourcemap: 'hidden',
    // `scripts/budgets.ts` weighs each page by it.
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The server runs what it renders pages with as one process; only a browser waits for files.
      output: isSsrBuild
        ? { entryFileNames: '[name]-[hash].js' }
        : { codeSplitting: { groups: [{ name: createChunkPlan(import.meta.dirname), debugName: 'chunk-plan' }] } },
    },
  },
  // Its fallback for pages without WebAssembly is a file of its own.
  worker: { format: 'es' },
  server: { port: 5173, proxy: { '/api': api, '/storage': api, '/health': api } },
  test: {
    // The default leaves a core idle, which is half of the machine on two.
    maxWorkers: '100%',
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts', 'src/sections/**/*.test.ts'],
          exclude: ['tests/e2e/**'],
          execArgv: [...SHORT_LIVED],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/**/*.test.tsx', 'src/sections/**/*.test.tsx'],
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
          globalSetup: ['tests/e2e/support/prepared-data-dir.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // After the others, not beside tests that count; and one more at a time, because browsers and servers wait much of theirs.
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism() + 1,
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
}));
