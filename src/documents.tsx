import { renderToStaticMarkup } from 'react-dom/server';
import type { DocumentPage, Words } from '#domain/site/document-page';
import { Document } from '#ui/documents/Document.tsx';
import type { DocumentFiles } from '#ui/documents/DocumentHead.tsx';
import { EARLY_FORM_SCRIPT } from '#ui/app/early-form.ts';
import type { drawSignIn } from './sign-ins.tsx';

export { HEAD_SCRIPT } from '#ui/documents/parts/head-script.ts';

/** What the server draws public pages with: data and words in, the bytes of a page out, the same for the same. */
export const renderDocument = (page: DocumentPage, words: Words, files: DocumentFiles): string =>
  `<!doctype html>${renderToStaticMarkup(<Document page={page} words={words} files={files} />)}`;

/** What the server draws sign-in pages with, which the application then takes over. Its machines are read with the first of them. */
export const drawEarly = async (...asked: Parameters<typeof drawSignIn>) => (await import('./sign-ins.tsx')).drawSignIn(...asked);
export { EARLY_FORM_SCRIPT };
