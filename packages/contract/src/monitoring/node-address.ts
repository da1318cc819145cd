import { JSON_ADDRESS, readJsonAddress, writeJsonAddress } from './json-address.ts'

/** A value of an OPC UA server: a node, and which part of its value where that is a list or a structure. */
export interface NodeAddress {
  nodeId: string
  /** Names of fields and indexes of elements; empty for the whole value. */
  path: (string | number)[]
}

/** Whether a text is a node id (OPC 10000-6, 5.3.1.10). */
export function isNodeId(text: string): boolean {
  return /^(ns=\d{1,5};)?(i=\d{1,10}|s=.{1,4096}|g=[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|b=[A-Za-z0-9+/]+={0,2})$/.test(
    text,
  )
}

/**
 * Reads an address: a node id such as `ns=2;s=Press`, or a part of its value in front of it, such as
 * `Temps[3].Value@ns=2;s=Press`. Parts are written like addresses in JSON. In front, since a node id may end with any text:
 * whatever is a node id as a whole is one.
 * @returns undefined if it is neither
 */
export function readNodeAddress(text: string): NodeAddress | undefined {
  if (isNodeId(text)) return { nodeId: text, path: [] }
  for (let place = text.indexOf('@'); place > 0; place = text.indexOf('@', place + 1)) {
    const [part, nodeId] = [text.slice(0, place), text.slice(place + 1)]
    const path = JSON_ADDRESS.test(part) && isNodeId(nodeId) ? readJsonAddress(part) : undefined
    if (path !== undefined) return { nodeId, path }
  }
  return undefined
}

/** The address of a node or of a part of its value. */
export function writeNodeAddress({ nodeId, path }: NodeAddress): string {
  if (path.length === 0) return nodeId
  const part = writeJsonAddress(path)
  const text = `${part}@${nodeId}`
  // A name such as s=x or a@i=1 in front would be read as something else.
  const isPlain = !part.includes('@') && !isNodeId(text)
  return isPlain ? text : `${path.map((step) => `[${JSON.stringify(step)}]`).join('')}@${nodeId}`
}
