import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SectionTexts } from '#domain/table/section-folder';
import type { MessageCatalogue } from '#domain/app/find-message';
import type { Messages } from '../base/messages.ts';
import { sectionFiles } from '../base/platform/section-files.ts';
import { messagesOf } from './message-namespaces.ts';

const read = (file: string): MessageCatalogue => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MessageCatalogue) : {});

/** Reads the same files the browser has, and those of the sections. A missing one leaves its keys unspoken rather than the server down. */
export const readMessageFiles = (folder: string): Messages =>
  messagesOf({
    namespace: (language, name) => read(join(folder, language, `${name}.json`)),
    sections: (language) =>
      Object.fromEntries(sectionFiles(`${language}.json`).map(({ section, path }) => [section, read(path) as SectionTexts])),
  });
