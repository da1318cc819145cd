/** Hears what other nodes send. */
export interface ChannelListener {
  /** @param node one run of a node, whose messages come in their order */
  message: (node: string, body: Buffer) => void
  /** Messages are missing, of any node: what they said has to be read elsewhere. */
  missed: () => void
}

/** Carries messages from each node of the installation to all others. */
export interface NodeChannel {
  /** From here on nothing is missed without a word; what was sent before is of no interest. */
  start: (listener: ChannelListener) => Promise<void>
  /** Sends messages, in order. @throws Error where they did not arrive; they are not sent again */
  send: (bodies: readonly Buffer[]) => Promise<void>
  stop: () => Promise<void>
}
