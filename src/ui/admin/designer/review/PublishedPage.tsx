import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { nodePath } from '#domain/rights/permission';
import { pagePathOf } from '#domain/table/resource';
import { selectDeclaration, selectIsLifeAlone } from '#machines/designer/section-designer.selectors';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import { useApp } from '../../../base/app-context.ts';
import { t } from '../../../base/i18n.ts';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { titleIn } from '../base/section-title.ts';

/** It works; the door to it, and the ways on. */
export function PublishedPage({ designer }: { readonly designer: SectionDesignerRef }) {
  const { navigation } = useApp();
  const declaration = useSelector(designer, selectDeclaration);
  const isLifeAlone = useSelector(designer, selectIsLifeAlone);
  const isFirst = useSelector(designer, ({ context }) => context.published === null);
  const name = titleIn(declaration.label, declaration.name);
  const open = () => navigation.send({ type: 'navigation.requested', to: nodePath('admin', pagePathOf(declaration)), mode: 'push' });
  return (
    <EmptyState
      level={1}
      icon={<IconCircleCheck size={36} stroke={1.5} color="var(--tp-success)" />}
      title={t(isLifeAlone ? 'designer.lives.publishedTitle' : 'designer.published.title', { name })}
      text={t(isLifeAlone ? 'designer.lives.published' : isFirst ? 'designer.published.text' : 'designer.published.again')}
    >
      <Button onClick={open}>{t('designer.published.open', { name })}</Button>
      <Button variant="default" onClick={() => designer.send({ type: 'design.resumed' })}>
        {t('designer.published.resume')}
      </Button>
      <Button variant="subtle" color="gray" onClick={() => designer.send({ type: 'design.left' })}>
        {t('designer.published.leave')}
      </Button>
    </EmptyState>
  );
}
