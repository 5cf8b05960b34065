/** The event itself as the parameters of an action or a guard, which takes of it what it needs. */
export const payload = <Event>({ event }: { readonly event: Event }): Event => event;

/** What an invoked actor has brought, as the parameters of an action or a guard. */
export const output = <Output>({ event }: { readonly event: { readonly output: Output } }): Output => event.output;
