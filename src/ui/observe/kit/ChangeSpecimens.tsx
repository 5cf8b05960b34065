import { useSelector } from '@xstate/react';
import type { FieldDifference } from '#domain/changes/journal-entry';
import { disclosureMachine, selectIsOpen } from '#machines/base/disclosure.machine';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { useMinute } from '../../base/use-clock.ts';
import { TimeAgo } from '../../kit/cells/TimeAgo.tsx';
import { Differences } from '../../kit/changes/Differences.tsx';
import { EntryOpener } from '../../kit/changes/EntryOpener.tsx';
import { KindBadge } from '../../kit/changes/KindBadge.tsx';
import { Specimen } from './Specimen.tsx';

const KINDS = ['created', 'changed', 'deleted'] as const;
const HOUR = 3600;

const price = (isMasked: boolean): FieldDifference => ({
  field: null,
  name: t('dev.kit.sample.price'),
  before: isMasked ? '13*******00' : '380.00',
  after: isMasked ? '13*******01' : '388.00',
  beforeText: null,
  afterText: null,
  isMasked,
});

/** What tells of a change. */
export function ChangeSpecimens() {
  const now = useMinute();
  return (
    <>
      {KINDS.map((kind) => (
        <Specimen key={kind} of="KindBadge" state={kind}>
          <KindBadge kind={kind}>{t(`dev.kit.states.${kind}`)}</KindBadge>
        </Specimen>
      ))}
      {KINDS.map((kind) => (
        <Specimen key={kind} of="Differences" state={kind}>
          <Differences resource={undefined} difference={{ kind, fields: [price(false)] }} />
        </Specimen>
      ))}
      <Specimen of="Differences" state="masked">
        <Differences resource={undefined} difference={{ kind: 'changed', fields: [price(true)] }} />
      </Specimen>
      <Specimen of="Differences" state="erased">
        <Differences resource={undefined} difference={{ kind: 'changed', fields: [], isErased: true }} />
      </Specimen>
      <Opener />
      <Specimen of="TimeAgo" state="idle">
        <TimeAgo at={now} /> · <TimeAgo at={now - HOUR} /> · <TimeAgo at={now - 30 * HOUR} /> · <TimeAgo at={now - 2000 * HOUR} />
      </Specimen>
    </>
  );
}

function Opener() {
  const details = useLeafActor(disclosureMachine, { id: 'kit:EntryOpener' });
  const isOpen = useSelector(details, selectIsOpen);
  return (
    <Specimen of="EntryOpener" state={isOpen ? 'open' : 'closed'}>
      <EntryOpener
        isOpen={isOpen}
        details="kit-entry"
        onToggle={() => details.send({ type: isOpen ? 'disclosure.closed' : 'disclosure.opened' })}
      >
        {t('dev.kit.sample.name')}
      </EntryOpener>
      <div id="kit-entry">{isOpen && t('dev.kit.sample.body')}</div>
    </Specimen>
  );
}
