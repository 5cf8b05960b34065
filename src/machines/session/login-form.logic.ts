/**
 * What a form of plain fields shows beside them: that of the sign-in, of a registration, of a new password. A leaf of its page.
 * It folds events into a value and has no modes. What is typed stays in the fields: a password belongs into no event.
 */
import { fromTransition } from 'xstate';
import type { Issue, Issues } from '#domain/base/issue';

export type LoginFormEvent =
  | { readonly type: 'loginForm.submitted'; readonly issues: Issues }
  | { readonly type: 'loginForm.fieldEdited'; readonly field: string }
  | { readonly type: 'loginForm.fieldLeft'; readonly field: string; readonly issue: Issue | null }
  | { readonly type: 'loginForm.capsLockSeen'; readonly isOn: boolean }
  | { readonly type: 'loginForm.passwordToggled' }
  | { readonly type: 'loginForm.passkeyNeared'; readonly passkey: 'near' | 'wanted' };

export interface LoginFormState {
  readonly issues: Issues;
  readonly isCapsLockOn: boolean;
  readonly isPasswordShown: boolean;
  /** Whether somebody is about to use the form, or has asked for a passkey already: its code comes then. */
  readonly passkey?: 'near' | 'wanted';
}

const without = ({ issues, ...rest }: LoginFormState, field: string): LoginFormState => {
  const { [field]: _gone, ...others } = issues;
  return { ...rest, issues: others };
};

export const loginFormLogic = fromTransition(
  (state: LoginFormState, event: LoginFormEvent): LoginFormState => {
    switch (event.type) {
      case 'loginForm.submitted':
        return { ...state, issues: event.issues };
      case 'loginForm.fieldEdited':
        return without(state, event.field);
      case 'loginForm.fieldLeft':
        return event.issue ? { ...state, issues: { ...state.issues, [event.field]: event.issue } } : without(state, event.field);
      case 'loginForm.capsLockSeen':
        return { ...state, isCapsLockOn: event.isOn };
      case 'loginForm.passwordToggled':
        return { ...state, isPasswordShown: !state.isPasswordShown };
      case 'loginForm.passkeyNeared':
        return { ...state, passkey: event.passkey };
      default:
        event satisfies never;
        return state;
    }
  },
  { issues: {}, isCapsLockOn: false, isPasswordShown: false },
);
