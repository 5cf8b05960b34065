import { openRig, type Outputs, type RigOptions, type TabFacts, type View } from '#tests/support/tabs/tab-rig.ts';

export interface Space extends RigOptions {
  readonly tabs: number;
  /** `lagging`: a tab sees what another has written only when it is told; `common`: at once. */
  readonly storage: 'common' | 'lagging';
  /** What the server may answer to a renewal; any reply may be lost where `lost` is among them. */
  readonly renewal: readonly ('granted' | 'refused' | 'lost')[];
  /** Lets independent steps happen in one order only. */
  readonly isReduced: boolean;
}

interface LocalState {
  readonly id: number;
  readonly facts: TabFacts;
  /** A way to get there. */
  readonly history: readonly LocalInput[];
  readonly steps: Map<string, LocalStep>;
}

interface LocalInput {
  readonly event: string;
  readonly view: View;
}

interface LocalStep {
  readonly input: LocalInput;
  readonly outputs: Outputs;
  readonly to: number;
}

interface TabState {
  readonly local: number;
  readonly token: string;
  readonly lease: View['lease'];
  /** News on their way to the tab. */
  readonly stores: boolean;
  readonly storesLease: boolean;
  readonly posts: boolean;
  /** Place in the browser's queue for the lock: 0 has it or is next, -1 does not want it. */
  readonly place: number;
  /** All of it as a text. */
  readonly key: string;
}

interface WorldState {
  readonly tabs: readonly TabState[];
  readonly token: string;
  readonly leaseOf: number;
  /** What the server has decided about the session; a repeated renewal is answered alike. */
  readonly verdict: 'granted' | 'refused' | null;
  readonly renewals: number;
}

export interface Walked {
  /** Complete schedules, from the first call to rest. */
  readonly schedules: bigint;
  /** Different states of the whole. */
  readonly states: number;
  /** Different states of one tab, and the steps between them: each was run on the real code. */
  readonly tabStates: number;
  readonly tabSteps: number;
  /** Where schedules end. */
  readonly ends: readonly string[];
  /** @returns how many steps were compared */
  readonly verify: () => Promise<number>;
}

class Missing extends Error {
  readonly local: number;
  readonly input: LocalInput;
  constructor(local: number, input: LocalInput) {
    super('not run yet');
    this.local = local;
    this.input = input;
  }
}

/** What a tab sees is kept only where it may differ from what is stored. */
const NO_VIEW = { token: '', lease: '-' } as const;

const keyOfInput = ({ event, view }: LocalInput): string => view.token + view.lease + event;

/** Every step that a tab can take, each found by running the real tab once; see `walkAll`. */
class Tabs {
  readonly states: LocalState[] = [];
  readonly #ids = new Map<string, number>();
  readonly #options: RigOptions;

  constructor(options: RigOptions) {
    this.#options = options;
  }

  get stepCount(): number {
    return this.states.reduce((sum, { steps }) => sum + steps.size, 0);
  }

  async open(): Promise<void> {
    // What the gateway loads late is there at once from now on.
    await import('#actors/session/renewal');
    const rig = openRig(this.#options);
    this.#idOf(rig.facts(), []);
    rig.close();
  }

  take(local: number, input: LocalInput): LocalStep {
    const step = this.states[local]!.steps.get(keyOfInput(input));
    if (!step) throw new Missing(local, input);
    return step;
  }

  async learn({ local, input }: Missing): Promise<void> {
    const { history, steps } = this.states[local]!;
    const { outputs, facts } = await this.#run(history, input);
    steps.set(keyOfInput(input), { input, outputs, to: this.#idOf(facts, [...history, input]) });
  }

  /** Two ways to one state must have one future: each step into a state is followed by every known step out of it. */
  async verify(): Promise<number> {
    let compared = 0;
    const arrivals = this.states.flatMap(({ history, steps }) =>
      [...steps.values()].map(({ input, to }) => ({ to: this.states[to]!, history: [...history, input] })),
    );
    for (const { to, history } of arrivals) {
      if (JSON.stringify(history) === JSON.stringify(to.history)) continue;
      for (const { input, outputs, to: next } of to.steps.values()) {
        const found = await this.#run(history, input);
        const wanted = { outputs, facts: this.states[next]!.facts };
        if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`not alike: ${tellHistory([...history, input])}`);
        compared += 1;
      }
    }
    return compared;
  }

  /** Runs a tab from its beginning along a history and one step further. */
  async #run(history: readonly LocalInput[], input: LocalInput): Promise<{ readonly outputs: Outputs; readonly facts: TabFacts }> {
    const rig = openRig(this.#options);
    for (const { event, view } of history) await rig.step(event, view);
    const outputs = await rig.step(input.event, input.view);
    const [facts, faults] = [rig.facts(), [...rig.faults]];
    rig.close();
    if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${tellHistory([...history, input])}`);
    return { outputs, facts };
  }

  #idOf(facts: TabFacts, history: readonly LocalInput[]): number {
    const key = JSON.stringify(facts);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.states.length;
    this.#ids.set(key, id);
    this.states.push({ id, facts, history, steps: new Map() });
    return id;
  }
}

const tellHistory = (history: readonly LocalInput[]): string =>
  history.map(({ event, view }) => `${event} (sees ${view.token}${view.lease === '-' ? '' : `, lease: ${view.lease}`})`).join(' > ');

interface Choice {
  readonly event: string;
  /** How many equal choices this one stands for. */
  readonly count: number;
  readonly verdict?: WorldState['verdict'];
}

/**
 * Walks every order in which the calls of all tabs can begin and be answered, renewals be granted, refused or lost, locks be given, timers
 * end and news arrive, and looks at every state on the way.
 *
 * How it gets round so many. Each reduction keeps every outcome:
 * 1. *A tab is a function.* It touches the world by its ports alone, and all of these are given here. What it does next follows from what it
 *    is, the event, and what it then sees in the storage; so each such step is run once, on the real code, and looked up afterwards.
 *    That `TabFacts` are all that a tab is, `verify` checks: by whichever way equal facts were reached, every step from there does the same.
 * 2. *Names do not matter.* Calls of a tab differ by name alone, and so do tabs: all begin alike and no port looks at a name. Renaming turns
 *    a schedule into one with the same outcome; so states are compared without names, and a choice among n equals counts n times.
 *    Calls are named in the order in which they begin.
 * 3. *Equal states have equal futures.* Each is walked once, and the number of ways from it is kept. A state holds all that a later step can
 *    depend on: the tabs, what is stored and seen, what is on its way, the queue for the lock, and what the server has decided.
 * 4. *Independent steps* (with `isReduced`): once a tab has the new token, or none, nothing that another tab does changes a call of it, and
 *    its calls touch nothing that another tab sees. Such a tab's calls are walked in all their own orders, but before anything else goes on: any other schedule
 *    becomes one of these by exchanging neighbours that do not know each other. News that change nothing are heard at once for the
 *    same reason: whoever changes the storage afterwards sends news again. That the steps are independent is checked where they are taken.
 */
export async function walkAll(space: Space, check: (facts: readonly TabFacts[], world: WorldState) => void): Promise<Walked> {
  const tabs = new Tabs(space);
  await tabs.open();
  const ways = new Map<string, bigint>();
  const ends = new Set<string>();
  const path: string[] = [];
  const walk = (state: WorldState): bigint => {
    const key = keyOfWorld(state);
    const known = ways.get(key);
    if (known === UNDER_WAY) throw new Error(`goes round in a circle: ${key}`);
    if (known !== undefined) return known;
    ways.set(key, UNDER_WAY);
    path.push(key);
    const facts = state.tabs.map(({ local }) => tabs.states[local]!.facts);
    if (facts.filter(({ refreshing }) => refreshing).length > 1) throw new Error(`two renewals at once: ${tell(tabs, state)}`);
    let found = 0n;
    const seen = new Map<string, bigint>();
    const focus = space.isReduced ? independentSteps(space, tabs, state, facts) : null;
    state.tabs.forEach((tab, index) => {
      if (focus && focus.index !== index) return;
      const part = state.leaseOf === index ? `${tab.key}!` : tab.key;
      let ofTab = seen.get(part);
      if (ofTab === undefined) {
        ofTab = 0n;
        for (const choice of focus?.choices ?? choicesOf(space, state, facts, index))
          ofTab += BigInt(choice.count) * walk(next(space, tabs, state, index, choice));
        seen.set(part, ofTab);
      }
      found += ofTab;
    });
    if (found === 0n) {
      check(facts, state);
      ends.add(facts.map((own) => JSON.stringify(own)).sort().join(' ')); // prettier-ignore
      found = 1n;
    }
    path.pop();
    ways.set(key, found);
    return found;
  };
  const view = space.storage === 'lagging' ? ({ token: 'T0', lease: '-' } as const) : NO_VIEW;
  const tab = tabOf({ local: 0, ...view, stores: false, storesLease: false, posts: false, place: -1 });
  const first: WorldState = { tabs: Array.from({ length: space.tabs }, () => tab), token: 'T0', leaseOf: -1, verdict: null, renewals: 0 };
  for (;;) {
    try {
      const schedules = walk(first);
      const { states, stepCount } = tabs;
      return {
        schedules,
        states: ways.size,
        tabStates: states.length,
        tabSteps: stepCount,
        ends: [...ends].sort(),
        verify: () => tabs.verify(),
      };
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      // Walks on from the beginning, past all that is known by now.
      for (const key of path.splice(0)) ways.delete(key);
      await tabs.learn(error);
    }
  }
}

const UNDER_WAY = -1n;

const tell = (tabs: Tabs, state: WorldState): string => state.tabs.map(({ local }) => tellHistory(tabs.states[local]!.history)).join('\n');

const isCallStep = ({ event }: Choice): boolean => event === 'begins' || event.startsWith('reply ');
const touchesNothing = ({ outputs: { token, lease, hasPosted, lock } }: LocalStep): boolean =>
  token === null && lease === null && !hasPosted && lock.length === 0;

/** The steps of one tab that no other step can disturb, if there are such; see the fourth reduction. */
function independentSteps(
  space: Space,
  tabs: Tabs,
  state: WorldState,
  facts: readonly TabFacts[],
): { readonly index: number; readonly choices: readonly Choice[] } | null {
  for (const [index, own] of facts.entries()) {
    const { stores, storesLease, posts } = state.tabs[index]!;
    if (own.token === 'T0' && !stores && !storesLease && !posts) continue;
    const choices = choicesOf(space, state, facts, index);
    const news = choices.filter(({ event }) => event === 'posts' || event.startsWith('stores '));
    for (const choice of news) {
      const step = stepOf(space, tabs, state, index, choice.event);
      const isIdle = step.to === state.tabs[index]!.local && touchesNothing(step);
      const seen = viewOf(space, state, index, choice.event);
      const isOldView = space.storage === 'common' || (seen.token === state.tabs[index]!.token && seen.lease === state.tabs[index]!.lease);
      if (isIdle && isOldView) return { index, choices: [choice] };
      if (own.token !== 'T0' && !choice.event.endsWith('lease') && !isIdle) throw new Error('news to a tab that needs none');
    }
    const calls = own.token === 'T0' ? [] : choices.filter(isCallStep);
    if (calls.some(({ event }) => !touchesNothing(stepOf(space, tabs, state, index, event)))) throw new Error('a call that touches others');
    if (calls.length > 0) return { index, choices: calls };
  }
  return null;
}

function tabOf({ local, token, lease, stores, storesLease, posts, place }: Omit<TabState, 'key'>): TabState {
  const key = `${local}${token}${lease[0]}${Number(stores)}${Number(storesLease)}${Number(posts)}${place}`;
  return { local, token, lease, stores, storesLease, posts, place, key };
}

const keyOfWorld = ({ tabs, token, leaseOf, verdict, renewals }: WorldState): string =>
  `${tabs
    .map(({ key }, index) => (leaseOf === index ? `${key}!` : key))
    .sort()
    .join(' ')} ${token}${verdict?.[0] ?? ''}${renewals}`;

function choicesOf({ storage, renewal }: Space, { tabs, verdict }: WorldState, facts: readonly TabFacts[], index: number): Choice[] {
  const [tab, own] = [tabs[index]!, facts[index]!];
  const choices: Choice[] = [];
  if (own.unbegun > 0) choices.push({ event: 'begins', count: 1 });
  for (const [name, count] of Object.entries(own.flying)) {
    const [token = ''] = name.split('/');
    // The end of a session may be decided before or after the server has looked at a call that is on its way.
    const replies = token === 'T1' || token === '' ? ['fine'] : verdict === 'refused' ? ['expired', 'moved'] : ['expired'];
    for (const reply of replies) choices.push({ event: `reply ${name} ${reply}`, count });
  }
  if (own.refreshing) {
    const decisions = verdict === null ? renewal.filter((one) => one !== 'lost') : [verdict];
    for (const decision of decisions) {
      choices.push({ event: `renewal ${decision}`, count: 1, verdict: decision });
      if (renewal.includes('lost')) choices.push({ event: 'renewal lost', count: 1, verdict: decision });
    }
  }
  if (tab.stores) choices.push({ event: 'stores session', count: 1 });
  if (tab.storesLease) choices.push({ event: 'stores lease', count: 1 });
  if (tab.posts) choices.push({ event: 'posts', count: 1 });
  if (tab.place === 0 && own.lock === 'requested') choices.push({ event: 'locked', count: 1 });
  // What lagging storage rests on: the time for which a lock is kept and a lease looked at again is longer than what is stored takes to arrive.
  const hasArrived = storage === 'common' || tabs.every(({ stores, storesLease }) => !stores && !storesLease);
  for (const ms of new Set(own.timersMs)) if (ms !== 100 || hasArrived) choices.push({ event: `timer ${ms}`, count: 1 });
  return choices;
}

function viewOf({ storage }: Space, { tabs, token, leaseOf }: WorldState, index: number, event: string): View {
  const isLagging = storage === 'lagging';
  const own = tabs[index]!;
  return {
    token: isLagging && event !== 'stores session' ? own.token : token,
    lease: isLagging && event !== 'stores lease' ? own.lease : leaseOf === -1 ? '-' : leaseOf === index ? 'me' : 'other',
  };
}

const stepOf = (space: Space, tabs: Tabs, state: WorldState, index: number, event: string): LocalStep =>
  tabs.take(state.tabs[index]!.local, { event, view: viewOf(space, state, index, event) });

function next(space: Space, tabs: Tabs, state: WorldState, index: number, { event, verdict = state.verdict }: Choice): WorldState {
  const before = state.tabs[index]!;
  const view = viewOf(space, state, index, event);
  const { outputs, to } = stepOf(space, tabs, state, index, event);
  const leaseOf = outputs.lease === 'me' ? index : outputs.lease === '-' ? -1 : state.leaseOf;
  const wants = outputs.lock.includes('requested');
  const leaves = outputs.lock.includes('given back');
  const last = Math.max(...state.tabs.map(({ place }) => place));
  const own = (tab: TabState): TabState =>
    tabOf({
      local: to,
      ...(space.storage === 'lagging' ? { token: outputs.token ?? view.token, lease: outputs.lease ?? view.lease } : NO_VIEW),
      stores: tab.stores && event !== 'stores session',
      storesLease: tab.storesLease && event !== 'stores lease',
      posts: tab.posts && event !== 'posts',
      place: leaves ? -1 : wants ? last + 1 : tab.place,
    });
  const other = (tab: TabState): TabState =>
    tabOf({
      ...tab,
      stores: tab.stores || outputs.token !== null,
      storesLease: tab.storesLease || outputs.lease !== null,
      posts: tab.posts || outputs.hasPosted,
      place: leaves && tab.place > before.place ? tab.place - 1 : tab.place,
    });
  const isPrivate = outputs.token === null && outputs.lease === null && !outputs.hasPosted && !leaves;
  return {
    token: outputs.token ?? state.token,
    leaseOf,
    verdict,
    renewals: Math.min(2, state.renewals + (event.startsWith('renewal') ? 1 : 0)),
    tabs: state.tabs.map((tab, one) => (one === index ? own(tab) : isPrivate ? tab : other(tab))),
  };
}
