import { IconCircleCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { checkNewPassword } from '#domain/members/entry-rules';
import type { Issue, Issues } from '#domain/base/issue';
import { Secret } from '#domain/base/secret';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectAccountFormIsSaved,
  selectAccountFormFailure,
  selectSaves,
  type AccountFormRef,
} from '#machines/members/account-form.machine';
import { selectMember } from '#machines/session/session.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useSite } from '../../base/use-site.ts';
import { PlainPassword } from '../../kit/form/PlainPassword.tsx';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { usePlainForm, valueOf } from '../base/plain-form.ts';
import { useMemberShell } from '../base/shell.ts';
import { afterPress } from '../../kit/after-press.ts';
import classes from './pages.module.css';

/** Another password; other devices are signed out by it. Source: open content, "Member centre". */
export function PasswordPage() {
  const { passwordForm: logic } = useBundle('memberPages');
  const form = useLeafActor(logic, { id: 'accountForm:password', input: { owner: useMemberShell() } });
  const isSaved = useSelector(form, selectAccountFormIsSaved);
  const saves = useSelector(form, selectSaves);
  const { isOwnServer = false } = useSite();
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('memberPages.password.title')}</h1>
        {isOwnServer && <p className={classes.lead}>{t('memberPages.password.lead')}</p>}
      </header>
      <section className={classes.card}>
        <output className={classes.good}>
          {isSaved && (
            <>
              <IconCircleCheck size={18} aria-hidden="true" />
              {t('memberPages.password.done')}
            </>
          )}
        </output>
        {/* Once saved, its fields begin empty. */}
        <Fields key={saves} form={form} />
      </section>
    </div>
  );
}

function check(typed: Readonly<Record<'old' | 'next' | 'repeat', string>>, username: string): Issues {
  const found: readonly (readonly [string, Issue | null])[] = [
    ['oldPassword', typed.old === '' ? { key: 'validation.required' } : null],
    [
      'newPassword',
      typed.next !== '' && typed.next === typed.old ? { key: 'memberPages.password.same' } : checkNewPassword(typed.next, username),
    ],
    ['repeat', typed.repeat === typed.next ? null : { key: 'memberPages.password.mismatch' }],
  ];
  return Object.fromEntries(found.filter((entry): entry is [string, Issue] => entry[1] !== null));
}

function Fields({ form }: { readonly form: AccountFormRef }) {
  const { memberSession } = useApp();
  const failure = useSelector(form, selectAccountFormFailure);
  const isBusy = useSelector(form, selectIsBusy);
  const username = useSelector(memberSession, (snapshot) => selectMember(snapshot)?.username ?? '');
  const plain = usePlainForm({ id: 'passwordForm', failure, later: afterPress });
  const set = (field: string, value: string) => form.send({ type: 'form.edited', field, value: value === '' ? null : new Secret(value) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget: element } = event;
    const [old, next] = [valueOf(element, 'oldPassword'), valueOf(element, 'newPassword')];
    if (isBusy || !plain.submit(element, check({ old, next, repeat: valueOf(element, 'repeat') }, username))) return;
    form.send({ type: 'form.submitted' });
  };
  const eye = {
    isShown: plain.isPasswordShown,
    toggleLabel: t(plain.isPasswordShown ? 'memberPages.password.hide' : 'memberPages.password.show'),
    onToggle: plain.togglePassword,
  };
  const field = (name: 'oldPassword' | 'newPassword') => {
    // Judged when it is left, as everywhere; whether it is the old one again only when it is sent.
    const { onChange, ...rest } = plain.field(name, name === 'newPassword' ? (value) => checkNewPassword(value, username) : undefined);
    return {
      ...rest,
      ...eye,
      // The fields begin anew with each save, and with them would go what is typed meanwhile.
      readOnly: isBusy,
      onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) => {
        onChange();
        set(name, value);
      },
    };
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <FailureBox failure={plain.isSaidAt(['oldPassword', 'newPassword']) ? null : failure} />
      {/* Managers of passwords want to know whose it is. */}
      <input type="text" className={classes.quiet} autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden="true" />
      <PlainPassword {...field('oldPassword')} label={t('memberPages.password.old')} autoComplete="current-password" />
      <PlainPassword
        {...field('newPassword')}
        label={t('memberPages.password.new')}
        autoComplete="new-password"
        placeholder={t('memberPages.password.newHint')}
      />
      <PlainPassword
        {...plain.field('repeat')}
        {...eye}
        readOnly={isBusy}
        label={t('memberPages.password.repeat')}
        autoComplete="new-password"
      />
      <div className={classes.row}>
        <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
          {t(isBusy ? 'memberPages.password.submitting' : 'memberPages.password.submit')}
        </button>
      </div>
    </form>
  );
}
