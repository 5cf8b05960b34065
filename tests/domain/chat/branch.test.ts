import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCutOff, versionOf, withEnd, withMessages, withOlder, type Branch, type BranchMessage } from '#domain/chat/branch';

/** A conversation as the server has it. */
class Tree {
  readonly parents = new Map<string, string | null>();

  add(parent: string | null): string {
    const uuid = `m${this.parents.size}`;
    this.parents.set(uuid, parent);
    return uuid;
  }

  pathTo(uuid: string | null): string[] {
    return uuid === null ? [] : [...this.pathTo(this.parents.get(uuid) ?? null), uuid];
  }

  /** The newest end behind a message. */
  endOf(uuid: string): string {
    const child = [...this.parents].findLast(([, parent]) => parent === uuid)?.[0];
    return child === undefined ? uuid : this.endOf(child);
  }

  message(uuid: string): BranchMessage {
    const parent = this.parents.get(uuid) ?? null;
    return {
      uuid,
      parent,
      role: this.pathTo(uuid).length % 2 === 1 ? 'user' : 'assistant',
      state: 'complete',
      answer: null,
      model: null,
      siblings: [...this.parents].flatMap(([one, itsParent]) => (itsParent === parent ? [one] : [])),
      finishReason: null,
      usage: null,
      firstWordMs: null,
      totalMs: null,
      verdict: null,
      createTime: 0,
    };
  }

  branch(uuids: readonly string[]): Branch {
    return uuids.map((uuid) => this.message(uuid));
  }
}

const uuidsOf = (branch: Branch): string[] => branch.map(({ uuid }) => uuid);
const deeds = fc.array(fc.record({ kind: fc.constantFrom('send', 'edit', 'regenerate', 'select'), at: fc.nat(30) }), { maxLength: 25 });

describe('the shown branch', () => {
  it('is the path of the tree, whatever is asked, edited, answered again and chosen', () => {
    fc.assert(
      fc.property(deeds, (list) => {
        const tree = new Tree();
        let branch: Branch = [];
        let leaf: string | null = null;
        const exchange = (parent: string | null) => {
          const question = tree.add(parent);
          leaf = tree.add(question);
          branch = withMessages(branch, tree.branch([question, leaf]));
        };
        for (const { kind, at } of list) {
          const message = branch[at % Math.max(1, branch.length)];
          if (!message || kind === 'send') exchange(leaf);
          else if (kind === 'edit' && message.role === 'user') exchange(message.parent);
          else if (kind === 'regenerate' && message.role === 'assistant') {
            leaf = tree.add(message.parent);
            branch = withMessages(branch, tree.branch([leaf]));
          } else if (kind === 'select') {
            const { next, previous } = versionOf(tree.message(message.uuid));
            leaf = tree.endOf(next ?? previous ?? message.uuid);
            branch = withEnd(branch, tree.branch(tree.pathTo(leaf)));
          }
          expect(uuidsOf(branch)).toEqual(tree.pathTo(leaf));
        }
      }),
    );
  });

  it('keeps what was read of it before, and takes older messages once', () => {
    const tree = new Tree();
    let leaf: string | null = null;
    for (let index = 0; index < 8; index += 1) leaf = tree.add(leaf);
    const all = tree.branch(tree.pathTo(leaf));
    expect(uuidsOf(withEnd(all.slice(2), all.slice(5)))).toEqual(uuidsOf(all.slice(2)));
    expect(withEnd(all.slice(0, 4), all.slice(6))).toEqual(all.slice(6));
    expect(withOlder(all.slice(3), all.slice(0, 5))).toEqual(all);
    expect(withMessages(all, [])).toBe(all);
    expect(withEnd(all, [])).toEqual([]);
  });

  it('counts versions from one, and knows their neighbours', () => {
    const siblings = ['a', 'b', 'c'];
    expect(versionOf({ uuid: 'b', siblings })).toEqual({ number: 2, count: 3, previous: 'a', next: 'c' });
    expect(versionOf({ uuid: 'c', siblings })).toEqual({ number: 3, count: 3, previous: 'b', next: null });
    expect(versionOf({ uuid: 'd', siblings })).toEqual({ number: 1, count: 1, previous: null, next: null });
  });

  it('goes on with what was stopped, broken off, or too long for the model, and with nothing else', () => {
    const answer = { ...new Tree().message('m0'), role: 'assistant' } as const;
    const cut = (state: BranchMessage['state'], finishReason: BranchMessage['finishReason'] = null) =>
      isCutOff({ ...answer, state, finishReason });
    expect(['stopped', 'interrupted', 'running', 'failed', 'refused'].map((state) => cut(state as never))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    // One that is being written is not cut off yet, whatever its model has said.
    expect([cut('running', 'length'), cut('failed', 'length')]).toEqual([false, false]);
    expect([cut('complete', 'length'), cut('complete', 'stop'), isCutOff({ ...answer, role: 'user', state: 'stopped' })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
