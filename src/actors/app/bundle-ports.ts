import type { Subject } from 'rxjs';
import type { Call } from '#api/client';
import type { Area } from '#domain/base/area';
import type { Language } from '#domain/base/language';
import type { Secret } from '#domain/base/secret';
import type { GatewayRef } from '#machines/session/gateway.machine';
import type { SessionRef } from '#machines/session/session.machine';
import type { AppPorts } from '../base/ports.ts';
import type { UndoPorts } from '../table/undo.ts';

/** What bundles are made with: the ports of the page, and the root's children. */
export interface BundlePorts extends AppPorts {
  readonly call: Call;
  readonly language: () => Language;
  readonly recordsChanged: Subject<string>;
  readonly undo: UndoPorts;
  readonly tokens: () => Readonly<Record<Area, Secret | null>>;
  readonly sessionOf: (area: Area) => SessionRef | undefined;
  readonly gatewayOf: (area: Area) => GatewayRef | undefined;
  readonly personOf: (area: Area) => number | null;
}
