import { FailureError, isRefusedAt } from '#domain/base/failure';
import type { ProofRef } from '#machines/members/proof.machine';

export interface ProofPorts {
  /** A name for something that waits, used once. */
  readonly newKey: () => string;
  readonly proof: {
    /** What asks for the proof; undefined before something has wanted it. */
    readonly running: () => ProofRef | undefined;
    /** The same, brought where it is not there yet; undefined where the member centre was left meanwhile. */
    readonly begin: () => Promise<ProofRef | undefined>;
  };
}

const isProofWanted = (error: unknown): boolean => isRefusedAt(error, 'proof');

/** Does something as soon as the member has proved to be there. */
export type WithProof = <Result>(act: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * For effects of acts that the server refuses without a proof: the act is tried, and where it is refused at `proof` the dialog opens, and the
 * act is done again when the proof is given. An act whose actor has stopped asks no longer.
 * @throws FailureError of kind `aborted` where the member does not want to prove anything
 */
export const withProof =
  ({ newKey, proof: { running, begin } }: ProofPorts): WithProof =>
  async (act, signal) => {
    for (;;) {
      // How many proofs had been given when the act was sent.
      const seen = running()?.getSnapshot().context.given ?? 0;
      try {
        return await act();
      } catch (error) {
        if (!isProofWanted(error)) throw error;
        const proof = await begin();
        if (!proof || !(await proofGiven(proof, seen, newKey(), signal))) throw new FailureError({ kind: 'aborted' });
      }
    }
  };

/** @returns whether it was given; not where it is dismissed, or where nobody waits for it any more */
async function proofGiven(proof: ProofRef, seen: number, act: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted || proof.getSnapshot().status !== 'active') return false;
  proof.send({ type: 'proof.wanted', act, seen });
  return new Promise((resolve) => {
    const end = (isGiven: boolean): void => {
      subscription.unsubscribe();
      signal.removeEventListener('abort', leave);
      resolve(isGiven);
    };
    const leave = (): void => {
      proof.send({ type: 'proof.abandoned', act });
      end(false);
    };
    const look = (snapshot: ReturnType<ProofRef['getSnapshot']>): void => {
      if (!snapshot.hasTag('asking')) end(snapshot.matches('given'));
    };
    const subscription = proof.subscribe({ next: look, error: () => end(false), complete: () => end(false) });
    signal.addEventListener('abort', leave);
    look(proof.getSnapshot());
  });
}
