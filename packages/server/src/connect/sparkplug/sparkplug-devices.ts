import type { Device } from '../device.ts'
import type { OnSettled } from '../message.ts'
import { SparkplugHost, type SparkplugParts } from './sparkplug-host.ts'

/** Sends to one device what it has subscribed to. */
export type Reply = (topic: string, payload: Buffer) => void

/** The hosts for edge nodes that publish to the embedded broker: one for each connection, so that none meets another's. */
export class SparkplugDevices {
  readonly #parts: SparkplugParts
  readonly #hosts = new Map<object, SparkplugHost>()

  constructor(parts: SparkplugParts) {
    this.#parts = parts
  }

  /** @param link the connection; `reply` sends over it */
  receive(link: object, reply: Reply, device: Device, topic: string, payload: Buffer, settle: OnSettled): void {
    let host = this.#hosts.get(link)
    if (host === undefined) {
      host = new SparkplugHost(this.#parts, ownerOf(device), reply)
      this.#hosts.set(link, host)
    }
    host.receive(device, topic, payload, settle)
  }

  /** The connection is gone, and its edge nodes with it. */
  leave(link: object): void {
    this.#hosts.get(link)?.end()
    this.#hosts.delete(link)
  }
}

/** Within a customer, machine names are the same for every sender. */
function ownerOf({ customerId }: Device): string {
  return customerId ?? ''
}
