import { useSelector } from '@xstate/react';
import { useRef, type FormEvent } from 'react';
import { Secret } from '#domain/base/secret';
import { codeIn } from '#domain/members/credentials';
import { checkCodeSignIn } from '#domain/members/entry-rules';
import { selectIsBusy } from '#machines/base/select-is-busy';
import {
  selectCodeSignInAccount,
  selectCodeSignInChannel,
  selectCodeSignInCode,
  selectCodeSignInFailure,
  selectCodeSignInHasFailed,
  selectCodeSignInIsClosed,
  selectCodeSignInTerms,
  selectIsFactorAsked,
  type CodeSignInRef,
} from '#machines/members/code-sign-in.machine';
import type { VerificationCodeRef } from '#machines/session/verification-code.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import { usePlainForm, valueOf } from '../base/plain-form.ts';
import { afterPress } from '../../kit/after-press.ts';
import { AddressField } from './AddressField.tsx';
import { ChannelChoice } from './ChannelChoice.tsx';
import { CodeField } from './CodeField.tsx';
import { EntryNote } from './EntryNote.tsx';
import { FactorStep } from './FactorStep.tsx';
import { KeepBox } from './KeepBox.tsx';
import classes from './entry.module.css';
import { wantCode } from './want-code.ts';

/** A code in the place of the password, and the second factor where the account has one. Source: security.md rules 7, 8. */
export function CodeSignInForm() {
  const { memberSession } = useApp();
  const { codeSignIn: logic } = useBundle('entry');
  const signIn = useLeafActor(logic, { id: 'codeSignIn', input: { owner: memberSession } });
  const code = useSelector(signIn, selectCodeSignInCode);
  const failure = useSelector(signIn, selectCodeSignInFailure);
  const isBusy = useSelector(signIn, selectIsBusy);
  const isFactorAsked = useSelector(signIn, selectIsFactorAsked);
  const isClosed = useSelector(signIn, selectCodeSignInIsClosed);
  const hasFailed = useSelector(signIn, selectCodeSignInHasFailed);
  const retry = () => signIn.send({ type: 'codeSignIn.retried' });
  if (isClosed) return <EntryNote title={t('entryForms.byCode.closedTitle')} body={t('entryForms.byCode.closedBody')} />;
  if (hasFailed) return <EntryNote title={t('entryForms.byCode.failed')} failure={failure} onRetry={retry} />;
  if (!code) return <div className={classes.waiting} aria-busy="true" />;
  return (
    <>
      {/* What was typed stays in it for whoever comes back. */}
      <div hidden={isFactorAsked}>
        <Fields signIn={signIn} code={code} />
      </div>
      {isFactorAsked && (
        <FactorStep
          failure={failure}
          isBusy={isBusy}
          onCode={(factorCode) => signIn.send({ type: 'codeSignIn.factorGiven', code: factorCode })}
          onBack={() => signIn.send({ type: 'codeSignIn.factorDismissed' })}
        />
      )}
    </>
  );
}

const WIRE = { address: 'account', code: 'captcha' };
const FIELDS = ['address', 'code'];

function Fields({ signIn, code }: { readonly signIn: CodeSignInRef; readonly code: VerificationCodeRef }) {
  const element = useRef<HTMLFormElement>(null);
  const terms = useSelector(signIn, selectCodeSignInTerms);
  const channel = useSelector(signIn, selectCodeSignInChannel);
  const account = useSelector(signIn, selectCodeSignInAccount);
  const failure = useSelector(signIn, selectCodeSignInFailure);
  const isBusy = useSelector(signIn, selectIsBusy);
  const form = usePlainForm({
    id: 'codeSignInForm',
    failure,
    later: afterPress,
    wireNames: WIRE,
    onEdited: () => signIn.send({ type: 'codeSignIn.edited' }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    const typed = { address: valueOf(currentTarget, 'address').trim(), code: codeIn(valueOf(currentTarget, 'code')) };
    if (isBusy || !form.submit(currentTarget, checkCodeSignIn(channel, typed))) return;
    signIn.send({ type: 'codeSignIn.submitted', ...typed, code: new Secret(typed.code), keep: valueOf(currentTarget, 'keep') !== '' });
  };
  return (
    <form ref={element} className={classes.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <p className={classes.stepHint}>{t('entryForms.byCode.lead')}</p>
      <FailureBox failure={form.isSaidAt(FIELDS) ? null : failure} />
      <ChannelChoice
        id="codeSignIn"
        label={t('entryForms.register.channel')}
        channels={terms?.channels ?? []}
        chosen={channel}
        onChoose={(next) => signIn.send({ type: 'codeSignIn.channelChosen', channel: next })}
      />
      <AddressField form={form} channel={channel} defaultValue={account} />
      <CodeField
        {...form.field('code')}
        code={code}
        delivery={terms?.delivery[channel]}
        onWanted={() => wantCode({ element: element.current, channel, form, code })}
      />
      {terms?.delivery[channel] === 'outbox' && <p className={classes.note}>{t('entryForms.register.outbox')}</p>}
      <KeepBox />
      <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
        {t(isBusy ? 'entry.submitting' : 'entry.submit')}
      </button>
    </form>
  );
}
