import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { readonly version: string };

/** The version of this program, by semver. */
export const PROGRAM_VERSION = version;
