import {
  IconArrowBackUp,
  IconArrowRight,
  IconBookmark,
  IconCommand,
  IconDatabase,
  IconPencilCheck,
  IconPlayerTrackPrev,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DEMO_BASE } from '#domain/demo/demo-words';
import { documentPath } from '#domain/site/document-address';
import type { DocumentFrame, HomeContent, Words } from '#domain/site/document-page';
import { GoodsCards } from '../parts/GoodsCards.tsx';
import { NoticeEntries } from '../parts/NoticeEntries.tsx';
import buttons from '../parts/buttons.module.css';
import classes from './HomeDocument.module.css';
import { Picture } from './Picture.tsx';
import { SignInChart } from './SignInChart.tsx';

const POINTS: readonly { readonly icon: TablerIcon; readonly name: string }[] = [
  { icon: IconArrowBackUp, name: 'undo' },
  { icon: IconPlayerTrackPrev, name: 'replay' },
  { icon: IconPencilCheck, name: 'keep' },
  { icon: IconBookmark, name: 'find' },
  { icon: IconCommand, name: 'keyboard' },
  { icon: IconDatabase, name: 'own' },
];

/** A headline breaks between its phrases, not inside a Chinese word. */
const phrasesOf = (sentence: string): readonly string[] => sentence.split(/(?<=[，、；])/u);

interface HomeProps {
  readonly content: HomeContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** Whose site this is, how it looks and moves, and where to come in. Source: open content, "Home page". */
export function HomeDocument({ content, frame, words }: HomeProps) {
  const { language, siteName, hasChat } = frame;
  const { sentence, goods, notices, hasChart, hasPictures, hasDemo } = content;
  return (
    <>
      <section className={classes.hero}>
        <p className={classes.greeting} data-greeting data-words={JSON.stringify(greetingsIn(words))}>
          {siteName}
        </p>
        <h1 className={classes.title}>
          {phrasesOf(sentence || words('site.home.tagline')).map((phrase) => (
            <span key={phrase}>{phrase}</span>
          ))}
        </h1>
        <p className={classes.lead}>{words('site.home.lead')}</p>
        <div className={classes.doors}>
          <a href="/admin" className={buttons.primary}>
            {words('site.home.enterAdmin')}
            <IconArrowRight size={17} stroke={2} aria-hidden="true" />
          </a>
          {hasDemo && (
            <a href={`${DEMO_BASE}/`} className={buttons.secondary}>
              {words('site.home.tryIt')}
            </a>
          )}
        </div>
      </section>
      {hasPictures && (
        <div className={classes.stage}>
          <Picture name="table" language={language} words={words} isFirst />
        </div>
      )}
      {hasChat && <Question content={content} words={words} />}
      {hasPictures && (
        <>
          <Show name="undo" picture="timeline" frame={frame} words={words} />
          <Show name="live" picture="live" frame={frame} words={words} isTurned />
        </>
      )}
      {hasChart && <SignInChart words={words} />}
      <Points content={content} words={words} />
      {goods.length > 0 && (
        <Block id="goods" title={words('site.home.goods')} more={words('site.goods.all')} href={documentPath(language, '/goods')}>
          <GoodsCards goods={goods} language={language} words={words} />
        </Block>
      )}
      {notices.length > 0 && (
        <Block id="notices" title={words('site.notices.title')} more={words('site.notices.all')} href={documentPath(language, '/notices')}>
          <NoticeEntries items={notices} heading="h3" language={language} words={words} />
        </Block>
      )}
    </>
  );
}

interface ShowProps {
  readonly name: 'undo' | 'live';
  readonly picture: 'timeline' | 'live';
  readonly frame: DocumentFrame;
  readonly words: Words;
  /** The picture stands before its words. */
  readonly isTurned?: boolean;
}

/** What can be said of a picture, and the picture. */
const Show = ({ name, picture, frame: { language }, words, isTurned = false }: ShowProps) => (
  <section className={classes.show} aria-labelledby={name} {...(isTurned && { 'data-turned': '' })}>
    <div>
      <h2 id={name}>{words(`site.home.show.${name}.title`)}</h2>
      <p>{words(`site.home.show.${name}.text`)}</p>
    </div>
    <Picture name={picture} language={language} words={words} />
  </section>
);

const Points = ({ content: { cards }, words }: Pick<HomeProps, 'content' | 'words'>) => (
  <section className={classes.points} aria-labelledby="points">
    <h2 id="points" className={classes.heading}>
      {words('site.home.points.title')}
    </h2>
    <ul className={classes.list}>
      {cards.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
      {cards.length === 0 &&
        POINTS.map(({ icon: Icon, name }) => (
          <li key={name}>
            <Icon className={classes.icon} size={22} stroke={1.6} aria-hidden="true" />
            <h3>{words(`site.home.points.${name}.title`)}</h3>
            <p>{words(`site.home.points.${name}.text`)}</p>
          </li>
        ))}
    </ul>
  </section>
);

interface BlockProps {
  readonly id: string;
  readonly title: string;
  /** What leads to all of them. */
  readonly more: string;
  readonly href: string;
  readonly children: ReactNode;
}

const Block = ({ id, title, more, href, children }: BlockProps) => (
  <section className={classes.goods} aria-labelledby={id}>
    <div className={classes.row}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      <a href={href}>
        {more}
        <IconArrowRight size={16} stroke={2} aria-hidden="true" />
      </a>
    </div>
    {children}
  </section>
);

/** Asked here, answered there: the form leads to the conversation with the question in its address. */
function Question({ content: { questions }, words }: Pick<HomeProps, 'content' | 'words'>) {
  const samples = questions.length > 0 ? questions : ['one', 'two', 'three'].map((name) => words(`site.home.question.${name}`));
  return (
    <section className={classes.question} aria-labelledby="ask" data-asks="">
      <h2 id="ask">{words('site.home.ask.title')}</h2>
      <form action="/chat">
        <input
          name="q"
          required
          maxLength={500}
          autoComplete="off"
          aria-label={words('site.home.question.label')}
          placeholder={words('site.home.question.label')}
        />
        <button type="submit" className={buttons.primary}>
          {words('site.home.question.send')}
        </button>
      </form>
      <ul>
        {samples.map((sample) => (
          <li key={sample}>
            <a href={`/chat?${new URLSearchParams({ q: sample }).toString()}`}>{sample}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For members who are signed in, by the hour on their clock; the place of the words is there for everybody. */
const greetingsIn = (words: Words): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['lateNight', 'earlyMorning', 'morning', 'noon', 'afternoon', 'evening'].map((part) => [part, words(`site.greeting.${part}`)]),
  );
