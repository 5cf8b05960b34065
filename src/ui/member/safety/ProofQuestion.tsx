import { useSelector } from '@xstate/react';
import { selectProof, type MemberShellRef } from '#machines/members/member-shell.machine';
import type { ProofRef } from '#machines/members/proof.machine';
import { loadMessages } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';

const ProofDialog = lazyView(async () => {
  const [{ ProofDialog: View }] = await Promise.all([import('./ProofDialog.tsx'), loadMessages(['memberPages', 'safety'])]);
  return View;
});

/** The place of the one dialog that asks whether the member is there. */
export function ProofQuestion({ shell }: { readonly shell: MemberShellRef }) {
  const proof = useSelector(shell, selectProof);
  return proof ? <Question proof={proof} /> : null;
}

function Question({ proof }: { readonly proof: ProofRef }) {
  // By the tag: the machine's own code comes with the first question.
  const isOpen = useSelector(proof, (snapshot) => snapshot.hasTag('asking'));
  return (
    <LazyDialog isOpen={isOpen}>
      <ProofDialog proof={proof} />
    </LazyDialog>
  );
}
