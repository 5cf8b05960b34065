import type { Plugin } from 'vite';

const FILE = /\/xstate\/dist\/StateMachine-\w+\.esm\.js$/u;

/** What the constructor of a machine makes at once. */
const AT_ONCE = `    this.root = new StateNode(config, {
      _key: this.id,
      _machine: this
    });
    this.root._initialize();
    formatRouteTransitions(this.root);
    this.states = this.root.states; // TODO: remove!
    this.events = this.root.events;
  }
`;
const FIELDS = ['root', 'states', 'events'].map((name) => `    this.${name} = void 0;\n`);

const WHEN_ASKED = `  }
  get root() {
    const root = new StateNode(this.config, { _key: this.id, _machine: this });
    Object.defineProperty(this, 'root', { value: root });
    root._initialize();
    formatRouteTransitions(root);
    return root;
  }
  get states() {
    return this.root.states;
  }
  get events() {
    return this.root.events;
  }
`;

/** @throws where the package is written otherwise than when this was */
export function builtWhenAsked(code: string): string {
  const [, machine = ''] = code.split('class StateMachine {');
  const isKnown = [AT_ONCE, ...FIELDS].every((part) => machine.split(part).length === 2);
  if (!isKnown) throw new Error('late-machines: XState builds machines in another way by now');
  const late = FIELDS.reduce((text, field) => text.replace(field, ''), machine).replace(AT_ONCE, WHEN_ASKED);
  return code.replace(machine, () => late);
}

/**
 * Has the states of a machine built when its first actor starts instead of where it is declared: XState builds them in the constructor, and so
 * once for the declaration, and again for `provide`, which each of ours goes through, although nothing is ever started by the first.
 */
export const lateMachines = (): Plugin => ({
  name: 'troupe-late-machines',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  enforce: 'pre',
  transform: { filter: { id: FILE }, handler: (code) => ({ code: builtWhenAsked(code), map: null }) },
});
