import { sentence } from '../../platform/sentence.ts'
/** What went wrong with the other side of a connection, in words that say what to do. */
export interface LinkIssue {
  words: string
  /** Whether somebody has to change something; if not, it may pass by itself. */
  isLasting: boolean
  /** The field of the connection that causes it, where one does. */
  field?: string | undefined
}

export const lasting = (words: string, field?: string): LinkIssue => ({ words, isLasting: true, field })
export const passing = (words: string, field?: string): LinkIssue => ({ words, isLasting: false, field })

const causes: [RegExp, (where: string, peer: string) => LinkIssue][] = [
  [
    /ECONNREFUSED/,
    (where, peer) =>
      passing(
        peer === 'broker'
          ? sentence`Nothing listens at ${where}. Check the address and the port, and whether the broker runs.`
          : sentence`Nothing listens at ${where}. Check the address and the port, and whether the server runs.`,
      ),
  ],
  [/ENOTFOUND/, (where) => lasting(sentence`The name in ${where} is not known. Check how it is written.`)],
  [/EAI_AGAIN/, (where) => passing(sentence`The name in ${where} could not be looked up at the moment.`)],
  [/EHOSTUNREACH|ENETUNREACH/, (where) => passing(sentence`There is no way to ${where} from here.`)],
  [
    /ERR_INVALID_URL|ERR_SOCKET_BAD_PORT/,
    (where) => lasting(sentence`${where} is no address. Check its name and its port, which is 65535 at most.`),
  ],
]

/**
 * What a code of the network says.
 * @param text the code, or words that it is in
 * @param where the address of the other side
 * @param peer what the other side is
 * @returns undefined if no such code is in it
 */
export function networkIssue(text: string, where: string, peer: string): LinkIssue | undefined {
  return causes.find(([pattern]) => pattern.test(text))?.[1](where, peer)
}
