import type { TagMapEntry, TagSource } from '@packhouse/contract'
import type { LiveMachine } from '../../live/index.ts'
import type { RawValue } from './raw-value.ts'

/** A value that is ready to go, or why it cannot: the machine is not reached, or does not take such a value. In words. */
export type Prepared =
  /** `send` returns whether it left. */
  { send: () => boolean } | { unreachable: string } | { invalid: string }

/** One way by which a machine reports, and by which values are written to it. */
export interface CommandRoute {
  /** Whose addresses it knows. */
  readonly source: TagSource
  /** @param value as the machine has it */
  prepare: (machine: LiveMachine, entry: TagMapEntry, value: RawValue) => Prepared
}

/**
 * How values reach machines: every connection over which a machine reports opens a route, and closes it at its end. Of several the
 * newest counts that reaches the machine.
 */
export class CommandRoutes {
  /** By the key of the machine: a reader may have it without what it did for another customer. */
  readonly #routes = new Map<number, CommandRoute[]>()

  /** @returns closes the route */
  open({ entry: { key } }: LiveMachine, route: CommandRoute): () => void {
    const routes = this.#routes.get(key) ?? []
    this.#routes.set(key, routes)
    routes.push(route)
    return () => {
      const place = routes.indexOf(route)
      if (place >= 0) routes.splice(place, 1)
      if (routes.length === 0 && this.#routes.get(key) === routes) this.#routes.delete(key)
    }
  }

  /** The keys of the machines that any route leads to. */
  machineKeys(): number[] {
    return [...this.#routes.keys()]
  }

  has(machine: LiveMachine, source: TagSource): boolean {
    return this.#of(machine, source).length > 0
  }

  /** Makes a value ready. @returns undefined without any route */
  prepare(machine: LiveMachine, source: TagSource, entry: TagMapEntry, value: RawValue): Prepared | undefined {
    const prepared = this.#of(machine, source).map((route) => route.prepare(machine, entry, value))
    return prepared.find((one) => !('unreachable' in one)) ?? prepared[0]
  }

  /** The newest first. */
  #of({ entry: { key } }: LiveMachine, source: TagSource): CommandRoute[] {
    const routes = this.#routes.get(key) ?? []
    return routes.filter((route) => route.source === source).reverse()
  }
}
