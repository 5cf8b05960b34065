/** Stands for an effect in `setup`; a machine that is started without `src/actors` giving the real one says which is missing. */
export const notProvided = (name: string) => (): never => {
  throw new Error(`no actor was provided for "${name}"`);
};
