/** A command of the project's own, and what it sees to. */
export interface SectionCheck {
  readonly name: 'format' | 'lint' | 'types' | 'laws';
  readonly says: string;
  readonly command: readonly [string, ...string[]];
}

/**
 * What is looked at in the folder of a section that nobody has touched, in the order of what it costs.
 * @param folder its name
 * @param name of the resource
 */
export const sectionChecks = (folder: string, name: string): readonly SectionCheck[] => [
  { name: 'format', says: 'is formatted', command: ['oxfmt', '--check', `src/sections/${folder}`] },
  { name: 'lint', says: 'is clean', command: ['oxlint', '--type-aware', `src/sections/${folder}`] },
  // What is known of earlier runs may lie with modules that several trees share.
  { name: 'types', says: 'has the right types', command: ['tsc', '--noEmit', '--incremental', 'false', '--tsBuildInfoFile', 'null'] },
  {
    name: 'laws',
    says: 'keeps the walls and the words',
    command: ['vitest', 'run', 'tests/architecture.test.ts', 'tests/locales.test.ts', 'tests/sources.test.ts', `src/sections/${folder}`],
  },
  { name: 'laws', says: 'is whole', command: ['vitest', 'run', 'tests/contract.test.ts', '-t', `^${name} `] },
  {
    name: 'laws',
    says: 'keeps the laws of all sections',
    command: ['vitest', 'run', '--passWithNoTests', 'tests/server/resources/crud-laws.test.ts', '-t', `the laws of ${name} `],
  },
];
