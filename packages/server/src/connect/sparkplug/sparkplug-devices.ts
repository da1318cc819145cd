import type { Device } from '../device.ts'
import type { OnSettled } from '../message.ts'
import type { PublishCommand } from './commands.ts'
import { SparkplugHost, type SparkplugParts } from './sparkplug-host.ts'

/** The hosts for edge nodes that publish to the embedded broker: one for each connection, so that none meets another's. */
export class SparkplugDevices {
  readonly #parts: SparkplugParts
  readonly #hosts = new Map<object, SparkplugHost>()
  #isStopped = false

  constructor(parts: SparkplugParts) {
    this.#parts = parts
  }

  /** @param link the connection; `reply` sends over it what it has subscribed to */
  receive(
    link: object,
    reply: PublishCommand,
    device: Device,
    topic: string,
    payload: Buffer,
    settle: OnSettled,
  ): void {
    let host = this.#hosts.get(link)
    if (host === undefined) {
      // Over one connection to our own broker nothing is delivered twice.
      host = new SparkplugHost(this.#parts, ownerOf(device), reply, 0)
      this.#hosts.set(link, host)
    }
    host.receive(device, topic, payload, settle)
  }

  /** The connection is gone, and its edge nodes with it. */
  leave(link: object): void {
    const host = this.#hosts.get(link)
    this.#hosts.delete(link)
    // Where we end the connections ourselves, nothing is known of the machines.
    if (!this.#isStopped) host?.allDied()
    host?.end()
  }

  /** The broker is about to end all connections. */
  stop(): void {
    this.#isStopped = true
  }
}

/** Within a customer, machine names are the same for every sender. */
function ownerOf({ customerId }: Device): string {
  return customerId ?? ''
}
