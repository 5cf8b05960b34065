import type { Plugin } from 'vite';

/**
 * What packages that were compiled for older browsers take from `tslib`, in words that every browser of the build knows: a third of the
 * characters, and they are in what each page begins with.
 */
export const HELPERS = `
export const __assign = Object.assign;
export const __spreadArray = (to, from) => [...to, ...from];
export function __rest(from, names) {
  const rest = { ...from };
  for (const name of names) delete rest[name];
  return rest;
}
export async function __awaiter(self, args, _promise, body) {
  const generator = body.apply(self, args ?? []);
  let step = generator.next();
  while (!step.done) {
    let value;
    try {
      value = await step.value;
    } catch (error) {
      step = generator.throw(error);
      continue;
    }
    step = generator.next(value);
  }
  return step.value;
}
export const __asyncValues = (values) => (values[Symbol.asyncIterator] ?? values[Symbol.iterator]).call(values);
class Waited {
  constructor(value) {
    this.value = value;
  }
}
export const __await = (value) => new Waited(value);
export async function* __asyncGenerator(self, args, body) {
  const generator = body.apply(self, args ?? []);
  try {
    let step = generator.next();
    while (!step.done) {
      let value;
      try {
        value = step.value instanceof Waited ? await step.value.value : yield step.value;
      } catch (error) {
        step = generator.throw(error);
        continue;
      }
      step = generator.next(value);
    }
    return step.value;
  } finally {
    generator.return();
  }
}
`;

const ID = '\0troupe-helpers';

/** Leads imports of `tslib` to these; a helper that is not among them fails the build. */
export const modernHelpers = (): Plugin => ({
  name: 'troupe-modern-helpers',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  enforce: 'pre',
  resolveId: { filter: { id: /^tslib$/u }, handler: () => ID },
  load: { filter: { id: new RegExp(`^${ID}$`, 'u') }, handler: () => ({ code: HELPERS, map: null, moduleSideEffects: false }) },
});
