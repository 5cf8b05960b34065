import { useSelector } from '@xstate/react';
import type { Issue } from '#domain/base/issue';
import type { Failure } from '#domain/base/failure';
import { hasIssues, type Issues } from '#domain/base/issue';
import { loginFormLogic } from '#machines/session/login-form.logic';
import { text } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';

/** The text of a field as it stands in its form. */
export const valueOf = (form: HTMLFormElement, field: string): string => {
  const value = new FormData(form).get(field);
  return typeof value === 'string' ? value : '';
};

export interface PlainFormOptions {
  readonly id: string;
  /** What the server refused. */
  readonly failure: Failure | null;
  /** The wire's names of fields, where they are others. */
  readonly wireNames?: Readonly<Record<string, string>>;
  /** Somebody types: what the server said is old. */
  readonly onEdited?: () => void;
  /** When a field that was left is validated; `afterPress` wherever one is. The sign-in validates none, and is spared the code. */
  readonly later?: (validate: () => void) => void;
}

const atOnce = (validate: () => void): void => validate();

/** A form whose texts stay in its fields until they are sent: what is wrong with them, by rule or by the server. */
export function usePlainForm({ id, failure, wireNames = {}, onEdited, later = atOnce }: PlainFormOptions) {
  const form = useLeafActor(loginFormLogic, { id: `plainForm:${id}` });
  const { issues, isPasswordShown } = useSelector(form, (snapshot) => snapshot.context);
  const refused = failure?.kind === 'rejected' ? failure.fields : undefined;
  const errorOf = (name: string): string | undefined => {
    const issue = issues[name];
    return issue ? text(issue.key, issue.params) : refused?.[wireNames[name] ?? name];
  };
  return {
    isPasswordShown,
    togglePassword: () => form.send({ type: 'loginForm.passwordToggled' }),
    errorOf,
    /** Whether what the server said stands at one of these fields. */
    isSaidAt: (names: readonly string[]): boolean => names.some((name) => refused?.[wireNames[name] ?? name] !== undefined),
    /** @returns whether all is well; otherwise the first field in question has the focus */
    submit: (element: HTMLFormElement, found: Issues): boolean => {
      form.send({ type: 'loginForm.submitted', issues: found });
      // What the server said of the texts before is not shown beside it.
      if (failure && hasIssues(found)) onEdited?.();
      const first = Object.keys(found)[0];
      if (first !== undefined) element.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return !hasIssues(found);
    },
    /** @param check validates the field when it is left with something in it, beside the others of its form */
    field: (name: string, check?: (value: string, form: HTMLFormElement | null) => Issue | null) => ({
      name,
      error: errorOf(name),
      required: true,
      onChange: () => {
        if (issues[name]) form.send({ type: 'loginForm.fieldEdited', field: name });
        if (refused) onEdited?.();
      },
      onBlur: ({ currentTarget: { value, form: element } }: { readonly currentTarget: HTMLInputElement }) => {
        if (value === '' || !check) return;
        const issue = check(value, element);
        const known = form.getSnapshot().context.issues;
        later(() => {
          const { status, context } = form.getSnapshot();
          // What was pressed may have closed the form, or have sent it: then all of it was validated.
          if (status === 'active' && context.issues === known) form.send({ type: 'loginForm.fieldLeft', field: name, issue });
        });
      },
    }),
    refuse: (name: string, issue: Issue) => form.send({ type: 'loginForm.fieldLeft', field: name, issue }),
  };
}

export type PlainForm = ReturnType<typeof usePlainForm>;
