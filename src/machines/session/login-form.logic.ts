/**
 * What the sign-in form shows beside its fields. A leaf of the login page; gone with it.
 * It folds events into a value and has no modes. What is typed stays in the fields: a password belongs into no event.
 */
import { fromTransition } from 'xstate';
import type { CredentialField, CredentialIssues } from '#domain/session/credentials';
import type { Issue } from '#domain/base/issue';

export type LoginFormEvent =
  | { readonly type: 'loginForm.submitted'; readonly issues: CredentialIssues }
  | { readonly type: 'loginForm.fieldEdited'; readonly field: CredentialField }
  | { readonly type: 'loginForm.fieldLeft'; readonly field: CredentialField; readonly issue: Issue | null }
  | { readonly type: 'loginForm.capsLockSeen'; readonly isOn: boolean }
  | { readonly type: 'loginForm.passwordToggled' };

export interface LoginFormState {
  readonly issues: CredentialIssues;
  readonly isCapsLockOn: boolean;
  readonly isPasswordShown: boolean;
}

const without = ({ issues, ...rest }: LoginFormState, field: CredentialField): LoginFormState => {
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
      default:
        event satisfies never;
        return state;
    }
  },
  { issues: {}, isCapsLockOn: false, isPasswordShown: false },
);
