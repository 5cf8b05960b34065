import type { RegistryFault } from '#domain/modules/registry';

/** Brings files of module registries elsewhere. */
export interface RegistryFetch {
  /**
   * @param address where the file is; whoever answers may lead on, and every address is judged
   * @param stopped gives up
   * @throws RegistryError
   */
  fetch(address: string, maxBytes: number, stopped?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** A file of a registry was not brought, or is not taken. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly fault: RegistryFault;

  constructor(fault: RegistryFault, options?: ErrorOptions) {
    super(`The file of the registry is not there: ${fault}`, options);
    this.fault = fault;
  }
}
