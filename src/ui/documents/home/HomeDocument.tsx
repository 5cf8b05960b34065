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
import { documentPath } from '#domain/site/document-address';
import type { DocumentFrame, HomeContent, Words } from '#domain/site/document-page';
import { GoodsCards } from '../parts/GoodsCards.tsx';
import { NoticeEntries } from '../parts/NoticeEntries.tsx';
import buttons from '../parts/buttons.module.css';
import classes from './HomeDocument.module.css';

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

/** Whose site this is, what it offers and where to come in. Source: open content, "Home page". */
export function HomeDocument({ content, frame, words }: HomeProps) {
  const { language, siteName, isMemberCentreOpen, hasChat } = frame;
  const { sentence, cards, questions, goods, notices } = content;
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
        {hasChat && <Question questions={questions} words={words} />}
        <div className={classes.actions}>
          <a href="/admin" className={buttons.primary}>
            {words('site.home.enterAdmin')}
            <IconArrowRight size={17} stroke={2} aria-hidden="true" />
          </a>
          {isMemberCentreOpen && (
            <a href="/user" className={buttons.secondary}>
              {words('site.home.enterMember')}
            </a>
          )}
        </div>
      </section>
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
      {goods.length > 0 && (
        <section className={classes.goods} aria-labelledby="goods">
          <div className={classes.row}>
            <h2 id="goods" className={classes.heading}>
              {words('site.home.goods')}
            </h2>
            <a href={documentPath(language, '/goods')}>
              {words('site.goods.all')}
              <IconArrowRight size={16} stroke={2} aria-hidden="true" />
            </a>
          </div>
          <GoodsCards goods={goods} language={language} words={words} />
        </section>
      )}
      {notices.length > 0 && (
        <section className={classes.goods} aria-labelledby="notices">
          <div className={classes.row}>
            <h2 id="notices" className={classes.heading}>
              {words('site.notices.title')}
            </h2>
            <a href={documentPath(language, '/notices')}>
              {words('site.notices.all')}
              <IconArrowRight size={16} stroke={2} aria-hidden="true" />
            </a>
          </div>
          <NoticeEntries items={notices} heading="h3" language={language} words={words} />
        </section>
      )}
    </>
  );
}

/** Asked here, answered there: the form leads to the conversation with the question in its address. */
function Question({ questions, words }: { readonly questions: readonly string[]; readonly words: Words }) {
  const samples = questions.length > 0 ? questions : ['one', 'two', 'three'].map((name) => words(`site.home.question.${name}`));
  return (
    <div className={classes.question}>
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
    </div>
  );
}

/** For members who are signed in, by the hour on their clock; the place of the words is there for everybody. */
const greetingsIn = (words: Words): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['lateNight', 'earlyMorning', 'morning', 'noon', 'afternoon', 'evening'].map((part) => [part, words(`site.greeting.${part}`)]),
  );
