/** Where a record stands, as whoever looks at it is told: its state, what may be done next, how it came there, and the chart of it all. */
export interface RecordLife {
  readonly state: string;
  readonly label: string;
  /** Unix seconds; null where nobody knows. */
  readonly since: number | null;
  readonly version: number | null;
  readonly offers: readonly LifeOffer[];
  readonly request: OpenRequest | null;
  readonly times: readonly ToldTime[];
  /** The newest first. */
  readonly steps: readonly ToldStep[];
  readonly chart: ToldChart;
}

/** An event that may be sent, or why it would be refused. */
export interface LifeOffer {
  readonly event: string;
  readonly label: string;
  readonly to: readonly string[];
  readonly asks: {
    readonly comment: 'optional' | 'required' | null;
    /** Wire names of fields that come with it. */
    readonly fields: readonly string[];
  };
  /** Days in which another person has to approve it; null where nobody has to. */
  readonly second: number | null;
  readonly unmet: readonly ToldReason[];
}

/** The call that puts records into a state past the chart; no event has its name. */
export const PLACE = 'place';

/** What is offered to whoever may do so: any state, with a reason. */
export const placeOffer = (state: string, label: string): LifeOffer => ({
  event: PLACE,
  label,
  to: [state],
  asks: { comment: 'required', fields: [] },
  second: null,
  unmet: [],
});

/** Where the last step led, if the record is elsewhere: its state was changed past its life. Null where all is well, or nothing is known. */
export function strayedFrom({ state, steps }: Pick<RecordLife, 'state' | 'steps'>): string | null {
  const last = steps[0]?.to ?? null;
  return last === state ? null : last;
}

export interface ToldReason {
  readonly field: string | null;
  readonly message: string;
}

/** What waits for another person's approval. */
export interface OpenRequest {
  readonly id: number;
  readonly event: string;
  readonly label: string;
  readonly by: string;
  readonly at: number;
  readonly expires: number;
  readonly mayApprove: boolean;
}

/** A time that leads on. */
export interface ToldTime {
  readonly name: string;
  readonly label: string;
  /** Unix seconds; null where it is up and waits. */
  readonly at: number | null;
  readonly waits: readonly ToldReason[];
}

export interface ToldStep {
  readonly id: number;
  readonly kind: 'found' | 'created' | 'event' | 'placed' | 'migrated' | 'undone' | 'restored' | 'removed';
  readonly event: string | null;
  readonly label: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Who did it; empty where nobody did. */
  readonly by: string;
  /** Who approved it; empty where nobody had to. */
  readonly second: string;
  readonly comment: string;
  /** Titles of mails that left with it, where any did. */
  readonly mailed?: readonly string[] | undefined;
  /** Unix seconds. */
  readonly at: number;
}

/** A life as it is drawn, in words. */
export interface ToldChart {
  readonly initial: string;
  readonly states: readonly { readonly name: string; readonly label: string; readonly isFinal: boolean }[];
  readonly ways: readonly ToldWay[];
}

export interface ToldWay {
  readonly from: string;
  /** The state itself where the record stays. */
  readonly to: string;
  /** The event, or the delay where a time leads there. */
  readonly name: string;
  readonly label: string;
  readonly isTime: boolean;
}

/** Where a record stands, without its path. */
export interface RecordStand {
  readonly id: number;
  readonly state: string;
  readonly version: number | null;
  readonly offers: readonly LifeOffer[];
}

/** Whether more than a press is asked for. */
export const isAsking = ({ asks }: LifeOffer): boolean => asks.comment !== null || asks.fields.length > 0;

/** What speaks against an event beside the fields that come with it. */
export const reasonsAgainst = ({ unmet, asks }: LifeOffer): LifeOffer['unmet'] =>
  unmet.filter(({ field }) => field === null || !asks.fields.includes(field));

/** Whether the event can be sent from where offers are shown: nothing speaks against it. */
export const isOpenOffer = (offer: LifeOffer): boolean => reasonsAgainst(offer).length === 0;

/** Whether a form may send it with what was typed: reasons at fields of the form are for whoever fills them in. */
export const isOpenInForm = (offer: LifeOffer): boolean => offer.unmet.every(({ field }) => field !== null);

/** An event for several records: those that it can be sent to, and the others with the reasons. */
export interface SharedOffer {
  readonly offer: LifeOffer;
  readonly open: readonly number[];
  readonly refused: readonly { readonly id: number; readonly reasons: readonly string[] }[];
}

/** What may be done next with several records, in the order in which the first of them tells it. One that an event does not lead on from is refused without a reason. */
export function sharedOffers(records: readonly RecordStand[]): readonly SharedOffer[] {
  const events = [...new Set(records.flatMap(({ offers }) => offers.map(({ event }) => event)))];
  return events.map((event) => {
    const found = records.map(({ id, offers }) => ({ id, offer: offers.find((one) => one.event === event) }));
    const told = found.flatMap(({ offer }) => offer ?? []);
    return {
      // What every one of them needs is asked for once.
      offer: told.find(isOpenOffer) ?? (told[0] as LifeOffer),
      open: found.flatMap(({ id, offer }) => (offer && isOpenOffer(offer) ? [id] : [])),
      refused: found.flatMap(({ id, offer }) =>
        offer && isOpenOffer(offer) ? [] : [{ id, reasons: offer ? reasonsAgainst(offer).map(({ message }) => message) : [] }],
      ),
    };
  });
}
