import { IconArrowRight, IconBookmark, IconHistory, IconPencilCheck, type TablerIcon } from '@tabler/icons-react';
import { AppLink } from '../base/AppLink.tsx';
import { type MessageKey, t } from '../base/i18n.ts';
import { useSite } from '../base/use-site.ts';
import { Illustration } from '../kit/feedback/Illustration.tsx';
import { PublicFrame } from './PublicFrame.tsx';
import classes from './HomePage.module.css';
import buttons from '../kit/plain-button.module.css';

const POINTS: readonly { readonly icon: TablerIcon; readonly title: MessageKey; readonly text: MessageKey }[] = [
  { icon: IconBookmark, title: 'public.home.points.find.title', text: 'public.home.points.find.text' },
  { icon: IconPencilCheck, title: 'public.home.points.keep.title', text: 'public.home.points.keep.text' },
  { icon: IconHistory, title: 'public.home.points.trace.title', text: 'public.home.points.trace.text' },
];

/** A headline breaks between its phrases, not inside a Chinese word. */
const phrasesOf = (sentence: string): readonly string[] => sentence.split(/(?<=[，、；])/u);

/** Whose site this is, what it offers and where to come in. Source: open content, "Home page". */
export function HomePage() {
  const { siteName, isMemberCentreOpen } = useSite();
  return (
    <PublicFrame>
      <section className={classes.hero}>
        <div className={classes.words}>
          <h1 className={classes.title}>
            {phrasesOf(t('public.home.tagline')).map((phrase) => (
              <span key={phrase}>{phrase}</span>
            ))}
          </h1>
          <p className={classes.lead}>{siteName ? t('public.home.lead', { site: siteName }) : t('public.home.leadAnonymous')}</p>
          <div className={classes.actions}>
            <AppLink to="/admin" className={buttons.primary}>
              {t('public.home.enterAdmin')}
              <IconArrowRight size={17} stroke={2} aria-hidden="true" />
            </AppLink>
            {isMemberCentreOpen && (
              <AppLink to="/user" className={buttons.secondary}>
                {t('public.home.enterMember')}
              </AppLink>
            )}
          </div>
        </div>
        <div className={classes.stage}>
          <Illustration />
        </div>
      </section>
      <section className={classes.points} aria-labelledby="home-points">
        <h2 id="home-points" className={classes.heading}>
          {t('public.home.points.title')}
        </h2>
        <ul className={classes.list}>
          {POINTS.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon className={classes.pointIcon} size={22} stroke={1.6} aria-hidden="true" />
              <h3>{t(title)}</h3>
              <p>{t(text)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.entries} aria-labelledby="home-entries">
        <h2 id="home-entries" className={classes.heading}>
          {t('public.home.audience.title')}
        </h2>
        <div className={classes.cards}>
          <AppLink to="/admin" className={classes.card}>
            <span className={classes.cardTitle}>{t('public.home.audience.admin.title')}</span>
            <span className={classes.cardText}>{t('public.home.audience.admin.text')}</span>
            <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
          </AppLink>
          {isMemberCentreOpen && (
            <AppLink to="/user" className={classes.card}>
              <span className={classes.cardTitle}>{t('public.home.audience.member.title')}</span>
              <span className={classes.cardText}>{t('public.home.audience.member.text')}</span>
              <IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
            </AppLink>
          )}
        </div>
      </section>
    </PublicFrame>
  );
}
