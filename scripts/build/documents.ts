import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { BUILD_MANIFEST, RENDERER_SOURCE } from '../../server/adapters/pages/build-manifest.ts';
import { directImports } from './direct-imports.ts';
import { nothingLater } from './nothing-later.ts';
import { sectionGroups } from './section-groups.ts';

/** The sources that make the documents' styles and their script; the server finds their files by these names. */
export const STYLES = 'src/ui/documents/styles.ts';
export const SCRIPT = 'src/ui/documents/public.ts';

const shared = (root: string, isWatching: boolean): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [react(), directImports(root), sectionGroups(root)],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { target: 'es2023', copyPublicDir: false, watch: isWatching ? {} : null },
});

/**
 * Styles and script of the documents, beside the application's: nothing of it is shared, so that neither waits for the other's parts.
 * @param beside where the build is made
 */
export function documentFiles(root: string, beside: string, isWatching = false): InlineConfig {
  const config = shared(root, isWatching);
  return {
    ...config,
    build: {
      ...config.build,
      outDir: join(beside, 'dist'),
      emptyOutDir: false,
      manifest: '.vite/documents.json',
      modulePreload: false,
      rolldownOptions: {
        input: [STYLES, SCRIPT],
        // What styles are asked for by is what keeps them.
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'assets/documents-[name]-[hash].js' },
      },
    },
  };
}

/** What the server draws documents with, as one file with all that it needs: its name is that of its content. */
export function documentRenderer(root: string, beside: string, isWatching = false): InlineConfig {
  const config = shared(root, isWatching);
  return {
    ...config,
    plugins: [...(config.plugins ?? []), nothingLater()],
    ssr: { noExternal: true },
    build: {
      ...config.build,
      ssr: RENDERER_SOURCE,
      // By it the documents' own list learns the name.
      manifest: BUILD_MANIFEST,
      outDir: join(beside, 'dist-server'),
      minify: true,
      rolldownOptions: { output: { entryFileNames: '[name]-[hash].js', codeSplitting: false } },
    },
  };
}
