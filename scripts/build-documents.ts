import { build } from 'vite';
import { documentFiles, documentRenderer } from './build/documents.ts';

/** Builds what the server draws public pages with, and what these name. `node scripts/build-documents.ts [--watch]` builds again at each change. */
const root = process.cwd();
const isWatching = process.argv.includes('--watch');
await build(documentFiles(root, isWatching));
await build(documentRenderer(root, isWatching));
