import { IconCircleCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { localText } from '#domain/base/zone-time';
import { checkProfile, MOTTO_MAX, NICKNAME_MAX } from '#domain/members/profile-rules';
import { lengthInCodePoints } from '#domain/base/validation';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectAccountFormHasFailed,
  selectAccountFormIsLoading,
  selectAccountFormIsSaved,
  selectAccountFormFailure,
  selectAccountFormValues,
  selectIsFormConflicted,
  type AccountFormRef,
  type FormValue,
} from '#machines/members/account-form.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useSite } from '../../base/use-site.ts';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { ReadFailed } from '../../kit/feedback/ReadFailed.tsx';
import { PlainField } from '../../kit/form/PlainField.tsx';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { usePlainForm } from '../base/plain-form.ts';
import { useMemberShell } from '../base/shell.ts';
import { Addresses } from './Addresses.tsx';
import { AvatarField } from './AvatarField.tsx';
import classes from './pages.module.css';

const ConflictDialog = lazyView(async () => (await import('./ConflictDialog.tsx')).ConflictDialog);

/** What members tell of themselves, and the addresses they sign in with. Source: open content, "Member centre". */
export function ProfilePage() {
  const { profileForm: logic } = useBundle('memberPages');
  const form = useLeafActor(logic, { id: 'accountForm:profile', input: { owner: useMemberShell() } });
  const failure = useSelector(form, selectAccountFormFailure);
  const face = useSelector(form, (snapshot) =>
    selectAccountFormIsLoading(snapshot) ? 'loading' : selectAccountFormHasFailed(snapshot) ? 'failed' : 'shown',
  );
  const isConflicted = useSelector(form, selectIsFormConflicted);
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('memberPages.profile.title')}</h1>
        <p className={classes.lead}>{t('memberPages.profile.lead')}</p>
      </header>
      <section className={classes.card} aria-busy={face === 'loading'}>
        {face === 'failed' ? (
          <div role="alert">
            <ReadFailed title={t('memberPages.profile.failed')} failure={failure} onRetry={() => form.send({ type: 'form.retried' })} />
          </div>
        ) : face === 'loading' ? (
          <div className={classes.listRoom} />
        ) : (
          <Fields form={form} />
        )}
      </section>
      <Addresses />
      <LazyDialog isOpen={isConflicted}>
        <ConflictDialog form={form} />
      </LazyDialog>
    </div>
  );
}

/** `YYYY-MM-DD` on the site's clock. */
const todayIn = (zone: string): string => localText(Math.floor(Date.now() / 1000), zone).slice(0, 10);

const textOf = (value: FormValue | undefined): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const GENDERS = [0, 1, 2] as const;
const NAMES = ['nickname', 'username', 'birthday', 'motto'] as const;

function Fields({ form }: { readonly form: AccountFormRef }) {
  const { timeZone } = useSite();
  const values = useSelector(form, selectAccountFormValues);
  const failure = useSelector(form, selectAccountFormFailure);
  const isBusy = useSelector(form, selectIsBusy);
  const isSaved = useSelector(form, selectAccountFormIsSaved);
  const canSave = useSelector(form, (snapshot) => snapshot.can({ type: 'form.submitted' }));
  const before = useSelector(form, ({ context }) => context.loaded.values);
  const plain = usePlainForm({ id: 'profileForm', failure });
  const set = (field: string, value: FormValue) => form.send({ type: 'form.edited', field, value });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy && plain.submit(event.currentTarget, checkProfile(values, before, todayIn(timeZone))))
      form.send({ type: 'form.submitted' });
  };
  const field = (name: (typeof NAMES)[number]) => {
    const { onChange, onBlur: _validated, ...rest } = plain.field(name);
    return {
      ...rest,
      value: textOf(values[name]),
      onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) => {
        onChange();
        set(name, name === 'birthday' && value === '' ? null : value);
      },
    };
  };
  const motto = textOf(values['motto']);
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <FailureBox failure={plain.isSaidAt([...NAMES, 'avatar']) ? null : failure} />
      {failure && failure.kind !== 'rejected' && canSave && (
        <button type="button" className={buttons.secondary} onClick={() => form.send({ type: 'form.submitted' })}>
          {t('common.action.retry')}
        </button>
      )}
      <AvatarField
        member={{ avatar: textOf(values['avatar']), nickname: textOf(values['nickname']), username: textOf(values['username']) }}
        error={plain.errorOf('avatar')}
        onChange={(avatar) => set('avatar', avatar)}
      />
      <PlainField {...field('nickname')} label={t('memberPages.profile.nickname')} autoComplete="nickname" maxLength={NICKNAME_MAX} />
      <PlainField
        {...field('username')}
        label={t('memberPages.profile.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={16}
      />
      <fieldset className={classes.choices}>
        <legend>{t('memberPages.profile.gender')}</legend>
        {GENDERS.map((gender) => (
          <label key={gender}>
            <input type="radio" name="gender" checked={values['gender'] === gender} onChange={() => set('gender', gender)} />
            <span>{t(`memberPages.profile.gender${gender}`)}</span>
          </label>
        ))}
      </fieldset>
      <PlainField
        {...field('birthday')}
        required={false}
        label={t('memberPages.profile.birthday')}
        type="date"
        min="1900-01-01"
        autoComplete="bday"
      />
      <PlainField
        {...field('motto')}
        required={false}
        label={t('memberPages.profile.motto')}
        maxLength={MOTTO_MAX}
        hint={
          <span className={classes.count}>
            {t('memberPages.profile.mottoLength', { count: lengthInCodePoints(motto), max: MOTTO_MAX })}
          </span>
        }
      />
      <div className={classes.row}>
        <output className={classes.good}>
          {isSaved && (
            <>
              <IconCircleCheck size={18} aria-hidden="true" />
              {t('memberPages.profile.saved')}
            </>
          )}
        </output>
        <button type="button" className={buttons.secondary} disabled={!canSave} onClick={() => form.send({ type: 'form.reset' })}>
          {t('memberPages.profile.reset')}
        </button>
        {/* It keeps the keyboard's place once all is saved. */}
        <button type="submit" className={buttons.primary} aria-disabled={isBusy || !canSave} data-idle={(!canSave && !isBusy) || undefined}>
          {t(isBusy ? 'memberPages.profile.saving' : 'memberPages.profile.save')}
        </button>
      </div>
    </form>
  );
}
