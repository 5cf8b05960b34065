import { IconFileImport, IconPlus, type IconTable } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { t } from '../../../base/i18n.ts';
import { ChooseFile } from '../../../kit/files/ChooseFile.tsx';
import { DESIGN_FILES, DOORS, importInto, type WaysProps } from './beginnings.ts';
import classes from './start.module.css';

/** The ways to a first section, each with what it is good for. The log is among them for whoever has taken their sections away. */
export function Ways({ sections, origins }: WaysProps) {
  const canBegin = useSelector(sections, (snapshot) => snapshot.can({ type: 'section.newRequested' }));
  return (
    <section className={classes.lives} aria-labelledby="section-ways">
      <h2 id="section-ways" className={classes.subtitle}>
        {t('designer.start.ways')}
      </h2>
      {/* Around the list: nobody can begin on paper, where what holds a box for files is left out. */}
      <ChooseFile accept={DESIGN_FILES} onFile={(file) => void importInto(sections, file)}>
        {(file) => (
          <ul className={classes.list}>
            <Way
              Icon={IconPlus}
              title={t('designer.start.blank')}
              text={t('designer.start.blankText')}
              isPossible={canBegin}
              isFirst
              onTaken={() => sections.send({ type: 'section.newRequested' })}
            />
            {DOORS.map(({ door, Icon }) => (
              <Way
                key={door}
                Icon={Icon}
                title={t(`designer.origin.${door}.door`)}
                text={t(`designer.origin.${door}.good`)}
                isPossible={canBegin}
                onTaken={() => origins.send({ type: 'origin.requested', door })}
              />
            ))}
            <Way
              Icon={IconFileImport}
              title={t('designer.start.file')}
              text={t('designer.start.fileText')}
              isPossible={canBegin}
              onTaken={file.onClick}
            />
          </ul>
        )}
      </ChooseFile>
    </section>
  );
}

interface WayProps {
  readonly Icon: typeof IconTable;
  readonly title: string;
  readonly text: string;
  readonly isPossible: boolean;
  readonly isFirst?: boolean;
  readonly onTaken: () => void;
}

const Way = ({ Icon, title, text, isPossible, isFirst = false, onTaken }: WayProps) => (
  <li className={classes.card} data-first={isFirst || undefined}>
    <span className={classes.sign} aria-hidden>
      <Icon size={20} stroke={1.75} />
    </span>
    <button type="button" className={classes.cardTitle} disabled={!isPossible} onClick={onTaken}>
      {title}
    </button>
    <p className={classes.text}>{text}</p>
  </li>
);
