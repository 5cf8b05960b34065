import { Button, Group, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { fieldRefusal } from '#domain/base/failure';
import { isInvisible } from '#domain/base/validation';
import {
  selectLetter,
  selectLetterFailure,
  selectLetterIssues,
  selectLetterReach,
  selectMemberLetterIsLoading,
  selectMemberLetterIsSending,
  selectMemberLetterIsSent,
  selectMemberLetterIsUnloaded,
  selectReached,
  selectSentTo,
  type Letter,
  type LetterAddress,
  type LetterReach,
  type MemberLetterRef,
} from '#machines/members/member-letter.machine';
import type { StaffWords } from '#domain/members/staff-message';
import { type MessageParams, t, text } from '#ui/base/i18n.ts';
import { newKey } from '#ui/base/new-key.ts';
import { FailureLine } from '#ui/kit/feedback/FailureLine.tsx';
import { mayBeDone } from '#ui/kit/feedback/may-be-done.ts';
import { Spinner } from '#ui/kit/feedback/Spinner.tsx';
import { useIsPhone } from '#ui/kit/use-is-phone.ts';
import '#ui/kit/form-styles.ts';
import classes from './members.module.css';

const say = (word: string, params?: MessageParams): string => text(`account.letter.${word}`, params);

export interface MemberLetterProps {
  readonly letter: MemberLetterRef;
}

/** The window in which a message to members is written. */
export function MemberLetter({ letter }: MemberLetterProps) {
  const isOpen = useSelector(letter, (snapshot) => snapshot.hasTag('open'));
  const isPhone = useIsPhone();
  return (
    <Modal
      opened={isOpen}
      onClose={() => letter.send({ type: 'letter.closed' })}
      title={say('heading')}
      size={600}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('common.action.close') }}
    >
      <LetterBody letter={letter} />
    </Modal>
  );
}

function LetterBody({ letter }: MemberLetterProps) {
  const isLoading = useSelector(letter, selectMemberLetterIsLoading);
  const isWriting = useSelector(letter, (snapshot) => snapshot.hasTag('writing'));
  const isSent = useSelector(letter, selectMemberLetterIsSent);
  const isUnloaded = useSelector(letter, selectMemberLetterIsUnloaded);
  const failure = useSelector(letter, selectLetterFailure);
  const sentTo = useSelector(letter, selectSentTo);
  if (isWriting) return <LetterForm letter={letter} />;
  return (
    <div className={classes.review}>
      {isLoading && (
        <output>
          <Spinner /> {say('loading')}
        </output>
      )}
      {isUnloaded && failure && (
        <FailureLine text={say('unloaded')} failure={failure} onRetry={() => letter.send({ type: 'letter.retried' })} />
      )}
      {isSent && <output>{say('sent', { count: sentTo })}</output>}
      {isSent && (
        <Group justify="flex-end">
          <Button data-autofocus onClick={() => letter.send({ type: 'letter.closed' })}>
            {t('common.action.close')}
          </Button>
        </Group>
      )}
    </div>
  );
}

function LetterForm({ letter }: MemberLetterProps) {
  const written = useSelector(letter, selectLetter);
  const reach = useSelector(letter, selectLetterReach);
  const reached = useSelector(letter, selectReached);
  const failure = useSelector(letter, selectLetterFailure);
  const isSending = useSelector(letter, selectMemberLetterIsSending);
  const atFields = failure?.kind === 'rejected' ? failure.fields : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    letter.send({ type: 'letter.sendRequested', key: newKey() });
  };
  return (
    <form className={classes.review} noValidate aria-busy={isSending} onSubmit={submit}>
      <Addressees letter={letter} written={written} reach={reach} isReadOnly={isSending} />
      <Words letter={letter} title="title" text="text" isReadOnly={isSending} isFirst />
      <details className={classes.english} open={!isInvisible(written.titleEn + written.textEn) || undefined}>
        <summary>{say('english')}</summary>
        <p className={classes.hint}>{say('englishHint')}</p>
        <div className={classes.review}>
          <Words letter={letter} title="titleEn" text="textEn" isReadOnly={isSending} />
        </div>
      </details>
      <p className={classes.hint}>{say('final')}</p>
      {failure && !atFields && <FailureLine text={mayBeDone(failure) ? t('account.unconfirmed') : say('failed')} failure={failure} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={isSending} onClick={() => letter.send({ type: 'letter.closed' })}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" loading={isSending} disabled={reached === 0}>
          {reached === null ? say('send') : say('sendTo', { count: reached })}
        </Button>
      </Group>
    </form>
  );
}

const valueOf = ({ audience, groupId }: LetterAddress): string => (audience === 'group' ? `group:${groupId ?? ''}` : audience);

function addressIn(value: string): LetterAddress {
  if (value === 'all' || value === 'chosen') return { audience: value, groupId: null };
  return { audience: 'group', groupId: Number(value.slice('group:'.length)) };
}

interface AddresseesProps extends MemberLetterProps {
  readonly written: Letter;
  readonly reach: LetterReach | null;
  readonly isReadOnly: boolean;
}

function Addressees({ letter, written, reach, isReadOnly }: AddresseesProps) {
  const [atGroup, atChosen] = [useIssue(letter, 'groupId'), useIssue(letter, 'ids')];
  const data = [
    ...(written.ids.length > 0 ? [{ value: 'chosen', label: say('toChosen', { count: written.ids.length }) }] : []),
    { value: 'all', label: say('toAll', { count: reach?.all ?? 0 }) },
    ...(reach?.groups ?? []).map(({ id, name, members }) => ({ value: `group:${id}`, label: say('toGroup', { name, count: members }) })),
  ];
  return (
    <NativeSelect
      label={say('to')}
      data={data}
      value={valueOf(written)}
      disabled={isReadOnly}
      error={atGroup ?? atChosen}
      onChange={(event) => letter.send({ type: 'letter.addressed', address: addressIn(event.currentTarget.value) })}
    />
  );
}

/** What is wrong with a part of the letter: as the form judges, or as the server did. */
function useIssue(letter: MemberLetterRef, name: string): string | undefined {
  const issue = useSelector(letter, (snapshot) => selectLetterIssues(snapshot)[name]);
  const failure = useSelector(letter, selectLetterFailure);
  if (issue) return text(issue.key, issue.params);
  return fieldRefusal(failure, name);
}

interface WordsProps extends MemberLetterProps {
  readonly title: 'title' | 'titleEn';
  readonly text: 'text' | 'textEn';
  readonly isReadOnly: boolean;
  readonly isFirst?: boolean;
}

function Words({ letter, title, text: body, isReadOnly, isFirst = false }: WordsProps) {
  const written = useSelector(letter, selectLetter);
  const [titleIssue, textIssue] = [useIssue(letter, title), useIssue(letter, body)];
  const write = (words: Partial<StaffWords>) => letter.send({ type: 'letter.written', words });
  const lang = title === 'titleEn' ? { lang: 'en' } : {};
  return (
    <>
      <TextInput
        {...lang}
        label={say(title)}
        required={isFirst}
        value={written[title]}
        readOnly={isReadOnly}
        error={titleIssue}
        errorProps={{ role: 'alert' }}
        aria-invalid={Boolean(titleIssue)}
        data-autofocus={isFirst || undefined}
        onChange={(event) => write({ [title]: event.currentTarget.value })}
      />
      <Textarea
        {...lang}
        label={say(body)}
        required={isFirst}
        value={written[body]}
        readOnly={isReadOnly}
        error={textIssue}
        errorProps={{ role: 'alert' }}
        aria-invalid={Boolean(textIssue)}
        rows={5}
        resize="vertical"
        onChange={(event) => write({ [body]: event.currentTarget.value })}
      />
    </>
  );
}
