/** A named effect that `src/actors` provides. Without one nothing happens, so that models and replays stay pure. */
export const effect =
  <Params = undefined>() =>
  (_args: unknown, _params: Params): void => {};
