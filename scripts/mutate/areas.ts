/** A part of the code whose faults a part of the tests has to notice. */
export interface MutationArea {
  readonly files: readonly string[];
  /** The tests that are run with each fault: those without a browser, so that a fault costs a second and not a minute. */
  readonly tests: readonly string[];
}

/** What `npm run mutate` plants faults in. */
export const MUTATION_AREAS: Readonly<Record<string, MutationArea>> = {
  machines: { files: ['src/machines/**/*.machine.ts'], tests: ['tests/machines/**/*.test.ts'] },
  domain: { files: ['src/domain/**/*.ts'], tests: ['tests/domain/**/*.test.{ts,tsx}', 'tests/machines/**/*.test.ts'] },
  services: { files: ['server/features/**/*.ts'], tests: ['tests/server/**/*.test.ts'] },
};

/** The area of a file, by the folder that it lies in. */
export const areaOf = (path: string): string | undefined =>
  Object.keys(MUTATION_AREAS).find((area) => MUTATION_AREAS[area]?.files.some((glob) => path.startsWith(glob.slice(0, glob.indexOf('*')))));
