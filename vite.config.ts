import { availableParallelism, totalmem } from 'node:os';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { appFacts } from './scripts/build/app-facts.ts';
import { clientContract } from './scripts/build/client-contract.ts';
import { createChunkPlan } from './scripts/build/chunk-plan.ts';
import { SERVED } from './scripts/build/dev-addresses.ts';
import { directImports } from './scripts/build/direct-imports.ts';
import { longFilesLeftOut } from './scripts/tests/long-files.ts';
import { moduleChangers } from './scripts/tests/module-changers.ts';
import { SlowestFirst } from './scripts/tests/slowest-first.ts';
import { firstPaint } from './scripts/build/first-paint.ts';
import { iconInPage } from './scripts/build/icon-in-page.ts';
import { iconLibraries } from './scripts/build/icon-libraries.ts';
import { lateMachines } from './scripts/build/late-machines.ts';
import { modernHelpers } from './scripts/build/modern-helpers.ts';
import { sectionGroups } from './scripts/build/section-groups.ts';
import { sourcesInManifest } from './scripts/build/sources-in-manifest.ts';
import { usedColors } from './scripts/build/used-colors.ts';
import { MUCH_THAT_IS_YOUNG, SHORT_LIVED } from './scripts/tests/short-lived.ts';
import { workersOf } from './scripts/tests/workers.ts';

const api = `http://127.0.0.1:${process.env['PORT'] ?? '8000'}`;

const root = import.meta.dirname;

const { version, build } = appFacts(root);
process.env['VITE_APP_VERSION'] ??= version;
process.env['VITE_APP_BUILD'] ??= build;

/** Whose tests open databases and start servers. */
const WITH_SERVERS = ['tests/contract.test.ts', ...['actors', 'demo', 'protocol', 'server'].map((floor) => `tests/${floor}/**/*.test.ts`)];
/** Who takes over what belongs to a process, or puts something else in the place of a module: a process for each file. */
const OWN_PROCESS = moduleChangers(root, 'tests/**/*.test.ts');
/** The long form repeats within one test what the short one does once or twice. */
const PATIENCE_MS = process.env['TEST_EFFORT'] === 'long' ? 600_000 : 120_000;
/** What `npm run test:long` runs, and whoever names it. */
const LONG_ALONE = longFilesLeftOut(root, process.argv.slice(2), process.env['TEST_EFFORT'] === 'long');
const OWN_PAGE = moduleChangers(root, 'tests/**/*.test.tsx');

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react({ compiler: true }),
    directImports(root),
    iconLibraries(root),
    firstPaint(root, { '/favicon.svg': iconInPage(root) }),
    sectionGroups(root),
    clientContract(),
    lateMachines(),
    modernHelpers(),
    usedColors(),
    ...(isSsrBuild ? [] : [sourcesInManifest(root)]),
  ],
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
        : { codeSplitting: { groups: [{ name: createChunkPlan(root), debugName: 'chunk-plan' }] } },
    },
  },
  // Its fallback for pages without WebAssembly is a file of its own.
  worker: { format: 'es' },
  // Public pages are the server's, with the parts that are built for them.
  server: { port: 5173, proxy: Object.fromEntries(SERVED.map((address) => [address, api])) },
  test: {
    maxWorkers: workersOf(availableParallelism(), totalmem()),
    sequence: { sequencer: SlowestFirst },
    projects: [
      // Files of one project share processes, one after the other, and so read what they import once.
      {
        extends: true,
        test: {
          name: 'node',
          setupFiles: ['tests/support/behind-browsers.ts'],
          environment: 'node',
          isolate: false,
          include: ['tests/**/*.test.ts', 'src/sections/**/*.test.ts'],
          exclude: [...WITH_SERVERS, ...OWN_PROCESS, ...LONG_ALONE],
          execArgv: [...MUCH_THAT_IS_YOUNG],
          // Who reads every file of the repository takes a second or two, and half a minute on a machine with other work.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          isolate: false,
          include: ['tests/**/*.test.tsx', 'src/sections/**/*.test.tsx'],
          exclude: [...OWN_PAGE],
          execArgv: [...MUCH_THAT_IS_YOUNG],
          setupFiles: ['tests/support/behind-browsers.ts', 'tests/support/dom-setup.ts', 'tests/support/all-sections.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          isolate: false,
          include: WITH_SERVERS,
          exclude: [...OWN_PROCESS, ...LONG_ALONE],
          execArgv: [...SHORT_LIVED],
          // What takes seconds takes minutes on a machine with other work.
          testTimeout: PATIENCE_MS,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'server-alone',
          environment: 'node',
          include: [...OWN_PROCESS],
          exclude: [...LONG_ALONE],
          execArgv: [...SHORT_LIVED],
          testTimeout: PATIENCE_MS,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'dom-alone',
          environment: 'jsdom',
          include: [...OWN_PAGE],
          execArgv: [...MUCH_THAT_IS_YOUNG],
          setupFiles: ['tests/support/dom-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          // One browser and one reading of what they import for all files that a process runs.
          isolate: false,
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: [...LONG_ALONE],
          setupFiles: ['tests/e2e/support/path-setup.ts'],
          globalSetup: ['tests/e2e/support/prepared-data-dir.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: 180_000,
          // As long as a page is waited for where a test acts on it.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
}));
