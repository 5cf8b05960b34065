/** A value that may be used but never written down: JSON, template strings and logs see a placeholder. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Only the transport, the token store and the views that show somebody their new second factor call this. */
  reveal(): string {
    return this.#value;
  }

  /** Whether both hold the same value, without showing it. */
  isSame(other: Secret): boolean {
    return this.#value === other.#value;
  }

  toJSON(): { readonly $secret: true } {
    return { $secret: true };
  }

  toString(): string {
    return '[secret]';
  }
}
