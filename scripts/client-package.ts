import { relative, resolve } from 'node:path';
import { SHIPPED_RESOURCES } from '../server/base/shipped-resources.ts';
import { writeClientPackage } from './client-package/write-package.ts';

/** Writes `dist-client`: a package by which other programs call this version of Troupe, with the types of its sections. */
const OUT = resolve(import.meta.dirname, '../dist-client');

writeClientPackage(SHIPPED_RESOURCES, OUT);
process.stdout.write(`${relative('', OUT)}: \`npm pack\` there makes an archive of it\n`);
