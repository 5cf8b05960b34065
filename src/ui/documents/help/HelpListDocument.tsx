import type { DocumentFrame, HelpListContent, Words } from '#domain/site/document-page';
import texts from '../texts/texts.module.css';
import { HelpEntries } from './HelpEntries.tsx';

interface Props {
  readonly content: HelpListContent;
  readonly frame: DocumentFrame;
  readonly words: Words;
}

/** What visitors may read of the help. */
export const HelpListDocument = ({ content: { items }, frame: { language }, words }: Props) => (
  <div className={texts.page}>
    <h1 className={texts.title}>{words('site.help.title')}</h1>
    <p className={texts.soft}>{words('site.help.lead')}</p>
    <HelpEntries items={items} heading="h2" language={language} />
  </div>
);
