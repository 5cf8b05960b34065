import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { sortedContents, type HelpHeading } from '#domain/help/help-page';
import {
  selectContents,
  selectFinds,
  selectHelpFailure,
  selectHelpIsFound,
  selectHelpIsUnavailable,
  selectQuestion,
  type HelpRef,
  type HelpSnapshot,
} from '#machines/help/help.machine';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { t } from '../../base/i18n.ts';
import { FailureText } from '../feedback/FailureText.tsx';
import { takeFocus, takeLostFocus } from '../take-focus.ts';
import classes from './help.module.css';
import { HelpArticleView } from './HelpArticleView.tsx';
import { Waiting } from './Waiting.tsx';

export interface HelpViewProps {
  readonly actor: HelpRef;
  /** The page that is shown. */
  readonly path: string;
  readonly onLeave: (() => void) | undefined;
}

const MAX_QUESTION = 300;
const isReading = (snapshot: HelpSnapshot): boolean => snapshot.hasTag('reading');
const isUnavailable = (snapshot: HelpSnapshot): boolean => selectHelpIsUnavailable(snapshot);

/** A question, and below it an article, what was found, or all articles. */
export function HelpView({ actor, path, onLeave }: HelpViewProps) {
  const question = useSelector(actor, selectQuestion);
  const reads = useSelector(actor, isReading);
  const isMissing = useSelector(actor, isUnavailable);
  return (
    <div ref={takeFocus} tabIndex={-1} className={classes.view}>
      {!isMissing && (
        <TextInput
          type="search"
          aria-label={t('help.search')}
          placeholder={t('help.searchPlaceholder')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          maxLength={MAX_QUESTION}
          value={question}
          onChange={({ currentTarget }) => actor.send({ type: 'help.questionTyped', question: currentTarget.value })}
        />
      )}
      {reads && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.back ?? ''}
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
          onClick={() => actor.send({ type: 'help.backRequested' })}
        >
          {t('help.back')}
        </Button>
      )}
      <Failed actor={actor} />
      {/* Another one with what is shown: the keyboard goes on in it when the button that led there is gone. */}
      <div key={String(reads)} ref={takeLostFocus} tabIndex={-1} className={classes.shown}>
        {reads ? <HelpArticleView actor={actor} path={path} onLeave={onLeave} /> : <Lists actor={actor} path={path} />}
      </div>
    </div>
  );
}

function Failed({ actor }: { readonly actor: HelpRef }) {
  const failure = useSelector(actor, selectHelpFailure);
  if (!failure) return null;
  return (
    <div role="alert" className={classes.failure}>
      <FailureText failure={failure} />{' '}
      <Button variant="default" size="compact-sm" onClick={() => actor.send({ type: 'help.retried' })}>
        {t('help.retry')}
      </Button>
    </div>
  );
}

function Lists({ actor, path }: { readonly actor: HelpRef; readonly path: string }) {
  const question = useSelector(actor, selectQuestion);
  const busy = useSelector(actor, selectIsBusy);
  const hasFound = useSelector(actor, selectHelpIsFound);
  const finds = useSelector(actor, selectFinds);
  if (busy) return <Waiting />;
  if (hasFound)
    return (
      <>
        <output className={classes.count}>{finds.length === 0 ? t('help.none') : t('help.found', { count: finds.length })}</output>
        <ul className={classes.list}>
          {finds.map(({ slug, title, excerpt }) => (
            <li key={slug}>
              <ArticleButton actor={actor} slug={slug} title={title} />
              <p className={classes.excerpt}>{excerpt}</p>
            </li>
          ))}
        </ul>
        {finds.length === 0 && <Contents actor={actor} path={path} />}
      </>
    );
  return question.trim() === '' ? <Contents actor={actor} path={path} /> : null;
}

function Contents({ actor, path }: { readonly actor: HelpRef; readonly path: string }) {
  const contents = useSelector(actor, selectContents);
  const area = useSelector(actor, ({ context }) => context.area);
  const { ofPage, others } = sortedContents(contents, path, area === 'admin' ? 'admin' : 'member');
  return (
    <>
      <Headings actor={actor} title={t('help.ofPage')} headings={ofPage} />
      <Headings actor={actor} title={t(ofPage.length > 0 ? 'help.others' : 'help.all')} headings={others} />
    </>
  );
}

interface HeadingsProps {
  readonly actor: HelpRef;
  readonly title: string;
  readonly headings: readonly HelpHeading[];
}

function Headings({ actor, title, headings }: HeadingsProps) {
  if (headings.length === 0) return null;
  return (
    <section>
      <h3 className={classes.listTitle}>{title}</h3>
      <ul className={classes.list}>
        {headings.map(({ slug, title: name }) => (
          <li key={slug}>
            <ArticleButton actor={actor} slug={slug} title={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ArticleButton({ actor, slug, title }: { readonly actor: HelpRef; readonly slug: string; readonly title: string }) {
  return (
    <button type="button" className={classes.article} onClick={() => actor.send({ type: 'help.articleChosen', slug })}>
      {title}
    </button>
  );
}
