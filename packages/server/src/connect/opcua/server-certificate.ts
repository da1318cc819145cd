import { createHash } from 'node:crypto'
import type { OPCUAClient } from 'node-opcua-client'
import { sentence } from '../../platform/sentence.ts'
import { loadOpcua } from './library.ts'

/** A server has another certificate than the one that is pinned. */
export class OtherCertificate extends Error {
  constructor(shown: string) {
    super(
      sentence`The server shows the certificate ${shown}, not the pinned one, so we have not signed in. Ask its owner: if it was renewed, pin the new one; if not, somebody may stand in between.`,
    )
  }
}

/** A certificate is pinned, and messages are not protected: anybody could show it. */
export class NoCertificate extends Error {
  constructor() {
    super(
      sentence`A certificate is pinned, and without signing or encryption no server can prove that it is its own. Choose one of the two, or leave the pinned certificate out.`,
    )
  }
}

/**
 * What the certificate is known by that the messages of a client are encrypted for.
 * @returns SHA-256 in the form in which openssl prints it; undefined without protection
 */
export async function thumbprintOf({ serverCertificate }: OPCUAClient): Promise<string | undefined> {
  if (serverCertificate === undefined) return undefined
  const { crypto_utils } = await loadOpcua()
  // What is shown may be a chain: the server's own comes first.
  const [own] = Array.isArray(serverCertificate) ? serverCertificate : crypto_utils.split_der(serverCertificate)
  const hex = own && createHash('sha256').update(own).digest('hex').toUpperCase()
  return hex?.match(/../g)?.join(':')
}

/**
 * Holds a connected client against a pinned certificate, before anything is sent to the server.
 * @throws OtherCertificate or NoCertificate where it is not that one
 */
export function assertPinned(shown: string | undefined, pinned: string | null): void {
  if (pinned === null) return
  if (shown === undefined) throw new NoCertificate()
  if (plain(shown) !== plain(pinned)) throw new OtherCertificate(shown)
}

function plain(thumbprint: string): string {
  return thumbprint.replaceAll(':', '').toUpperCase()
}
