import { chosenAvatar } from '#domain/session/default-avatar';

/** Values of an account; a picture that only stood in for one is not kept. */
export const withChosenAvatar = <V extends { readonly avatar?: string }>(values: V): V =>
  values.avatar === undefined ? values : { ...values, avatar: chosenAvatar(values.avatar) };
