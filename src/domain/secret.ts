/** A value that may be used but never written down: JSON, template strings and logs see a placeholder. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Only the transport and the token store call this; a test counts the callers. */
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
