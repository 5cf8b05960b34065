import { ActionIcon, Drawer, Tooltip } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { subjectIn } from '#machines/designer/designer-context';
import { selectDeclaration, selectSectionDesignerIsKept } from '#machines/designer/section-designer.selectors';
import { selectSectionRevisionsIsOpen } from '#machines/designer/section-revisions.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useDesigning } from '../base/designer-context.ts';
import { RevisionList } from './RevisionList.tsx';

/** What was published of the section, beside the desk. */
export function Revisions() {
  const { designer } = useDesigning();
  const { revisions: logic } = useBundle('designer');
  const { name } = useSelector(designer, selectDeclaration);
  const subject = useSelector(designer, ({ context }) => subjectIn(context));
  const revisions = useLeafActor(logic, { id: `sectionRevisions:${name}`, input: { name, subject, owner: designer } });
  const isOpen = useSelector(revisions, selectSectionRevisionsIsOpen);
  // What is drawn on takes the place of a draft that is kept.
  const canOpen = useSelector(designer, selectSectionDesignerIsKept);
  return (
    <>
      <Tooltip label={t('designer.revisions.title')}>
        <ActionIcon
          size="lg"
          aria-label={t('designer.revisions.title')}
          disabled={!canOpen}
          onClick={() => revisions.send({ type: 'revisions.opened' })}
        >
          <IconHistory size={20} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Drawer
        opened={isOpen}
        onClose={() => revisions.send({ type: 'revisions.closed' })}
        position="right"
        size={520}
        title={t('designer.revisions.title')}
        closeButtonProps={{ 'aria-label': t('common.action.close') }}
      >
        {isOpen && <RevisionList revisions={revisions} designer={designer} />}
      </Drawer>
    </>
  );
}
