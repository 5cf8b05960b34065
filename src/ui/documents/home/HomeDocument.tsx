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
import type { DocumentFrame, Words } from '#domain/site/document-page';
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

/** Whose site this is, what it offers and where to come in. Source: open content, "Home page". */
export function HomeDocument({ frame, words }: { readonly frame: DocumentFrame; readonly words: Words }) {
  const { siteName, isMemberCentreOpen } = frame;
  return (
    <>
      <section className={classes.hero}>
        <p className={classes.greeting} data-greeting data-words={JSON.stringify(greetingsIn(words))}>
          {siteName}
        </p>
        <h1 className={classes.title}>
          {phrasesOf(words('site.home.tagline')).map((phrase) => (
            <span key={phrase}>{phrase}</span>
          ))}
        </h1>
        <p className={classes.lead}>{words('site.home.lead')}</p>
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
          {POINTS.map(({ icon: Icon, name }) => (
            <li key={name}>
              <Icon className={classes.icon} size={22} stroke={1.6} aria-hidden="true" />
              <h3>{words(`site.home.points.${name}.title`)}</h3>
              <p>{words(`site.home.points.${name}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** For members who are signed in, by the hour on their clock; the place of the words is there for everybody. */
const greetingsIn = (words: Words): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['lateNight', 'earlyMorning', 'morning', 'noon', 'afternoon', 'evening'].map((part) => [part, words(`site.greeting.${part}`)]),
  );
