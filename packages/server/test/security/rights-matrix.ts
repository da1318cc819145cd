import { type Call, calls, sampleFleet, type TokenPair, tokenPairSchema } from '@packhouse/contract'
import { Caller, pathOf } from '../support/caller.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import type { Answer } from '../support/http-request.ts'
import { LastingSignIn } from '../support/lasting-sign-in.ts'
import { type AccountName, emailOf } from '../support/test-app.ts'
import { expectationOf, OWN_MACHINE, type PrincipalName, principals } from './expectations.ts'

const accounts: Partial<Record<PrincipalName, AccountName>> = {
  denied: 'denied',
  own: 'customer',
  other: 'other',
  staff: 'staff',
}

/** One request of the matrix: a call, who makes it, and how. */
export interface Cell {
  name: string
  /** `key` is an API key of staff that was given no scope, `partner` one that a customer has given to a partner for one machine. */
  who: PrincipalName | 'key' | 'partner'
  method: string
}

export function callOf(name: string): Call {
  const call = calls[name]
  if (call === undefined) throw new Error(`There is no call ${name}.`)
  return call
}

/** The requests of a call in the order in which they are made: by every principal, by a key, by a partner, and HEAD where it reads. */
export function cellsOf(name: string): Cell[] {
  const call = callOf(name)
  const { method } = call
  const reads = method === 'GET' && call.answer !== 'event-stream'
  return [
    ...principals.map((who) => ({ name, who, method })),
    { name, who: 'key' as const, method },
    { name, who: 'partner' as const, method },
    ...(reads ? principals.map((who) => ({ name, who, method: 'HEAD' })) : []),
  ]
}

/** All that a partner may call: nothing else is open to a key of theirs. */
const PARTNER_CALLS: readonly string[] = ['partnerMachines', 'partnerMachine', 'partnerHistory', 'ownPartnerReads']
/** A key of a partner may make 600 requests a minute; the matrix makes more with all of them. */
const PARTNER_KEYS = 4

/** What is expected of a cell: a key without a scope is anonymous where a call is public, and denied everywhere else; so is one of a partner but for its own calls. */
function statusOf({ name, who }: Cell): number {
  const call = callOf(name)
  const { statuses } = expectationOf(name, call)
  if (who !== 'key' && who !== 'partner') return statuses[who]
  if (who === 'partner' && PARTNER_CALLS.includes(name)) return 200
  return call.access === 'public' ? statuses.anonymous : 403
}

/** The machines of the sample company that a principal may see. */
export function visibleTo(principal: PrincipalName): string[] {
  const customer = { own: 'NORDFJELL', other: 'BALTIC' }[principal as 'own' | 'other']
  return sampleFleet
    .filter((machine) => principal === 'staff' || machine.customer === customer)
    .map((machine) => machine.machineID)
    .toSorted()
}

/** Makes the requests of the matrix, each at the node that it is given. */
export class RightsMatrix {
  readonly #signInPort: () => number
  readonly #signedIn = new Map<PrincipalName, LastingSignIn>()
  #key = ''
  readonly #partnerKeys: string[] = []
  #asked = 0

  private constructor(signInPort: () => number) {
    this.#signInPort = signInPort
  }

  /** Signs everybody in and makes the key. @param signInPort where somebody signs in, asked each time */
  static async create(signInPort: () => number): Promise<RightsMatrix> {
    const matrix = new RightsMatrix(signInPort)
    for (const who of principals) {
      const tokens = await matrix.#signIn(who)
      if (tokens !== undefined) matrix.#signedIn.set(who, new LastingSignIn(tokens, () => matrix.#signIn(who)))
    }
    const body = { name: 'Without a scope', ratePerMinute: 100_000 }
    const made = await matrix.caller('staff', signInPort()).post('/v1/auth/api-keys', body)
    matrix.#key = (made.body as { key: string }).key
    for (let count = 0; count < PARTNER_KEYS; count += 1) {
      const access = {
        ...{ partner: `Partner ${count}`, contact: 'data@partner.example', purpose: 'The matrix' },
        machineIDs: [OWN_MACHINE],
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      }
      const given = await matrix.caller('own', signInPort()).call('givePartnerAccess', { body: access })
      matrix.#partnerKeys.push(given.key)
    }
    return matrix
  }

  caller(who: PrincipalName, port: number): Caller {
    return new Caller(port, this.#signedIn.get(who))
  }

  /** Makes a request of the matrix. @returns what is wrong with its answer; undefined where it is as expected */
  async faultOf(cell: Cell, port: number): Promise<string | undefined> {
    const answer = await this.#ask(cell, port)
    const expected = statusOf(cell)
    const asked = `${cell.method} ${cell.name} by ${cell.who}`
    if (answer.status !== expected) return `${asked}: ${answer.status} instead of ${expected}. ${answer.text}`
    if (cell.method === 'HEAD') return answer.text === '' ? undefined : `${asked}: a body.`
    const { machines } = expectationOf(cell.name, callOf(cell.name))
    if (machines === undefined || cell.who === 'key' || cell.who === 'partner' || answer.status !== 200)
      return undefined
    const [shown, visible] = [
      machines(answer.body as never)
        .toSorted()
        .join(),
      visibleTo(cell.who).join(),
    ]
    return shown === visible ? undefined : `${asked}: the machines ${shown} instead of ${visible}.`
  }

  async #ask({ name, who, method }: Cell, port: number): Promise<Answer> {
    const call = callOf(name)
    const { input = {} } = expectationOf(name, call)
    const key = this.#keyOf(who)
    const caller = who === 'key' || who === 'partner' ? new Caller(port) : await this.#callerFor(name, who, port)
    return await caller.request(pathOf(call, input), {
      method,
      body: input.body,
      headersOnly: call.answer === 'event-stream',
      ...(key === undefined ? {} : { headers: { 'x-api-key': key } }),
    })
  }

  #keyOf(who: Cell['who']): string | undefined {
    if (who === 'key') return this.#key
    this.#asked += 1
    return who === 'partner' ? this.#partnerKeys[this.#asked % PARTNER_KEYS] : undefined
  }

  /** With its own session where the call ends it. */
  async #callerFor(name: string, who: PrincipalName, port: number): Promise<Caller> {
    return name === 'logout' ? new Caller(port, await this.#signIn(who)) : this.caller(who, port)
  }

  async #signIn(who: PrincipalName): Promise<TokenPair | undefined> {
    const account = accounts[who]
    if (account === undefined) return undefined
    const body = { email: emailOf(account), password: SAMPLE_PASSWORD }
    return tokenPairSchema.parse(await new Caller(this.#signInPort()).call('login', { body }))
  }
}
