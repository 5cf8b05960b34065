import { chosenAvatar } from '../../base/default-avatar.ts';

/** Values of an account; a picture that only stood in for one is not kept. */
export const withChosenAvatar = <V extends { readonly avatar?: string }>(values: V): V =>
  values.avatar === undefined ? values : { ...values, avatar: chosenAvatar(values.avatar) };
