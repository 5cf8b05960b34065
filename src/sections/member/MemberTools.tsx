import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { isLetterTyped } from '#actors/members/letter-typed';
import { actionsOn, nodePath } from '#domain/rights/permission';
import { pagePathOf } from '#domain/table/resource';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { selectSelection, type CollectionRef } from '#machines/table/collection.selectors';
import { text } from '#ui/base/i18n.ts';
import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useShell } from '#ui/base/shell-context.ts';
import { useOwnedActor } from '#ui/base/use-owned-actor.ts';
import { MemberLetter } from './MemberLetter.tsx';
import { member } from './member.resource.ts';

interface MemberToolsProps {
  readonly collection: CollectionRef;
}

/** Beside the heading of the list of members: writing to those who are chosen in it, to a group or to all, for whoever may. */
export function MemberTools({ collection }: MemberToolsProps) {
  const { nodes } = useSelector(useShell(), permissionFacts, (a, b) => a.nodes === b.nodes);
  const mayWrite = actionsOn(nodes, nodePath('admin', pagePathOf(member))).includes('message');
  return mayWrite ? <LetterTool collection={collection} /> : null;
}

function LetterTool({ collection }: MemberToolsProps) {
  const { memberLetter } = useBundle('account');
  // What was written is still there when another page was looked at.
  const letter = useOwnedActor(collection, memberLetter, { id: 'memberLetter', isLeaf: false, unsaved: [collection, isLetterTyped] });
  const ids = useSelector(collection, selectSelection);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => letter.send({ type: 'letter.opened', ids })}
      >
        {ids.length > 0 ? text('account.letter.openChosen', { count: ids.length }) : text('account.letter.open')}
      </Button>
      <MemberLetter letter={letter} />
    </>
  );
}
