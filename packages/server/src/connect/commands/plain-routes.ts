import { MACHINE_LEVEL, VALUE_MARK } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { LiveMachine } from '../../live/index.ts'
import { type Device, mayPublish } from '../device.ts'
import type { CommandRoute, CommandRoutes } from './command-routes.ts'
import type { RawValue } from './raw-value.ts'

/** A connection over which plain MQTT goes both ways. */
export interface PlainConnection {
  device: Device
  /** Whether what is sent to the topic gets through. */
  listens: (topic: string) => boolean
  /** @returns whether it left */
  send: (topic: string, payload: Buffer) => boolean
}

/** The routes to the machines that have reported over one connection in plain MQTT. */
export class PlainRoutes {
  readonly #routes: CommandRoutes
  readonly #route: CommandRoute
  readonly #open = new Map<LiveMachine, () => void>()

  constructor(routes: CommandRoutes, connection: PlainConnection) {
    this.#routes = routes
    this.#route = plainRoute(connection)
  }

  /** The machine has reported over the connection. */
  note(machine: LiveMachine): void {
    if (!this.#open.has(machine)) this.#open.set(machine, this.#routes.open(machine, this.#route))
  }

  /** The connection is gone. */
  close(): void {
    for (const close of this.#open.values()) close()
    this.#open.clear()
  }
}

function plainRoute({ device, listens, send }: PlainConnection): CommandRoute {
  return {
    source: 'json',
    prepare(machine, { writeTopic, writePayload }, value) {
      const { machineID } = machine.entry
      // It may have been given to somebody else since it has reported.
      if (writeTopic === null || !mayPublish(device, machine)) return { unreachable: t('monitoring.commandNoWay') }
      const topic = writeTopic.replaceAll(MACHINE_LEVEL, machineID)
      if (!listens(topic)) return { unreachable: t('monitoring.commandNobodyListens', { topic }) }
      const payload = Buffer.from(payloadOf(writePayload ?? VALUE_MARK, machineID, value))
      return { send: () => send(topic, payload) }
    },
  }
}

/** Alone the value is bare, as such machines report it; within other text it is JSON. */
export function payloadOf(template: string, machineID: string, value: RawValue): string {
  if (template === VALUE_MARK) return String(value)
  const parts: Record<string, string> = { [VALUE_MARK]: JSON.stringify(value), [MACHINE_LEVEL]: machineID }
  // In one pass: what a value contains is no mark.
  return template.replaceAll(/\{(?:value|machineID)\}/g, (mark) => parts[mark] ?? mark)
}
