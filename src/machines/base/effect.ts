type Effect<Params> = (args: unknown, params: Params) => void;

/** A named effect that `src/actors` provides. Without one nothing happens, so that models and replays stay pure. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the parameter is how a machine declares the effect's payload
export const effect =
  <Params = undefined>(): Effect<Params> =>
  () => {};
