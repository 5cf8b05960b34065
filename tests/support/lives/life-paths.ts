import type { AnyStateMachine } from 'xstate';
import { arrowId, type ArrowPlace } from '#domain/life/drawing/life-parts';
import { delayEvent } from '#domain/life/life-chart';
import { waysFrom, type Life } from '#domain/life/life';
import { lifeMachine } from '#machines/life/life-machine';
import { edgeIdOf } from '#machines/observe/chart-of';
import { PathRecord } from '../../machines/support/path-coverage.ts';

/** What was walked of a life, in the words of the machine that it is. */
export class LifePaths {
  readonly record = new PathRecord();
  readonly #life: Life;
  readonly #machine: AnyStateMachine;
  readonly #gone = new Set<string>();

  constructor(life: Life) {
    this.#life = life;
    this.#machine = lifeMachine(life);
    this.record.add(this.#machine.id, 'state', this.#machine.id);
  }

  /** Something was tried. @param index the first alternative whose condition holds; null where none does */
  tried(place: Omit<ArrowPlace, 'index'>, index: number | null, isGone: boolean): void {
    const ways = waysFrom(this.#life, place.from, place.by, place.name);
    for (const [at, { guard }] of ways.entries()) {
      if (index !== null && at > index) break;
      if (guard !== undefined)
        this.record.add(this.#machine.id, 'guard', `${this.#edge({ ...place, index: at })} | ${at === index ? 'yes' : 'no'}`);
    }
    if (index !== null && isGone) this.gone({ ...place, index });
  }

  gone(arrow: ArrowPlace): void {
    const { from, by, name, index } = arrow;
    const to = waysFrom(this.#life, from, by, name)[index]?.target ?? from;
    this.#gone.add(arrowId(arrow));
    this.record.add(this.#machine.id, 'transition', this.#edge(arrow));
    for (const state of [from, to]) this.record.add(this.#machine.id, 'state', `${this.#machine.id}.${state}`);
  }

  /** The ids of the arrows that were gone. */
  arrows(): readonly string[] {
    return [...this.#gone].toSorted();
  }

  #edge({ from, by, name, index }: ArrowPlace): string {
    const event = by === 'on' ? name : delayEvent(name);
    const transition = this.#machine.states[from]?.transitions.get(event)?.[index];
    if (!transition) throw new Error(`no arrow ${from} ${name} ${index}`);
    return edgeIdOf(transition);
  }
}
