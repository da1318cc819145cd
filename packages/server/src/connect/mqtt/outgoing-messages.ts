/** So many may wait for one client; more are left out. */
const MOST = 100
const LAST_ID = 65_535

interface Outgoing {
  id: number
  topic: string
  payload: Buffer
  /** Whether the connection of now has sent it. */
  isSent: boolean
  /** Whether any connection has. */
  wasSent: boolean
}

/** Messages of QoS 1 to one client, each until the client has acknowledged it (MQTT 5, 4.4 and 4.9). */
export class OutgoingMessages {
  #messages: Outgoing[] = []
  #lastId = 0

  add(topic: string, payload: Buffer): void {
    if (this.#messages.length < MOST)
      this.#messages.push({ id: this.#nextId(), topic, payload, isSent: false, wasSent: false })
  }

  acknowledge(id: number): void {
    this.#messages = this.#messages.filter((message) => message.id !== id)
  }

  /** Another connection has to send all of them again. */
  resume(): void {
    for (const message of this.#messages) message.isSent = false
  }

  /** @param most how many may be unacknowledged; @returns what is to be sent now, marked as sent */
  due(most: number): { id: number; topic: string; payload: Buffer; isRepeated: boolean }[] {
    const room = most - this.#messages.filter(({ isSent }) => isSent).length
    return this.#messages
      .filter(({ isSent }) => !isSent)
      .slice(0, Math.max(room, 0))
      .map((message) => {
        const isRepeated = message.wasSent
        message.isSent = true
        message.wasSent = true
        return { id: message.id, topic: message.topic, payload: message.payload, isRepeated }
      })
  }

  #nextId(): number {
    do this.#lastId = (this.#lastId % LAST_ID) + 1
    while (this.#messages.some(({ id }) => id === this.#lastId))
    return this.#lastId
  }
}
