import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderNameOf } from '#domain/table/section-folder';

/** Where the program lies. */
export const PROJECT = join(import.meta.dirname, '..', '..', '..', '..');

/** Where the folders of sections lie. */
export const SECTIONS = join(PROJECT, 'src', 'sections');

/** What an ejection needs: the command, the folders of sections, and what checks them. A release has none of it but the folders. */
const NEEDED = ['scripts/section-eject.ts', 'src/sections', 'node_modules/.bin/oxfmt', 'node_modules/.bin/vitest'];

/** Whether the program runs from its source, so that a section can become a part of it. */
export const isSourceTree = (project = PROJECT): boolean => NEEDED.every((path) => existsSync(join(project, path)));

/** Where the folder of a section lies. */
export const sectionFolder = (name: string, project = PROJECT): string => join(project, 'src', 'sections', folderNameOf(name));
