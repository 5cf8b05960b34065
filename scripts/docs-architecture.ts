import { writeFileSync } from 'node:fs';
import { DRAWN_DOCUMENTS, drawnDocument } from './architecture/documents.ts';

/** `npm run docs:architecture`: draws layers, floors, rooms and actors into the documents that have places for them. */
for (const path of DRAWN_DOCUMENTS) {
  writeFileSync(path, drawnDocument(path));
  console.log(path);
}
