import type { Plugin } from 'vite';

const CONTRACT = /\/src\/api\/contract\/.*\.ts$/u;
/** The sentence of an endpoint, as the format writes it: on the line of its name or below it. */
const SUMMARY = /^ +summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`\n]*`),?$/gmu;

/** Leaves out of the client what endpoints say of themselves: only the API document has it, and that is the server's. */
export const clientContract = (): Plugin => ({
  name: 'troupe-client-contract',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  enforce: 'pre',
  transform: (code, id) => (CONTRACT.test(id) ? { code: withoutSummaries(code), map: null } : null),
});

/** As many lines as before, so that places in it stay what they are. */
export const withoutSummaries = (code: string): string => code.replaceAll(SUMMARY, (found) => found.replaceAll(/[^\n]/gu, ''));
