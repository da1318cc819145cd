import type { ListQuery } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Values } from '../../engine/resource/rows.ts'
import type { ConnectionSettings } from './connection-kind.ts'
import type { ConnectionState } from './connection-states.ts'
import type { ConnectionSupervisor } from './connection-supervisor.ts'

interface Caller {
  principal: Principal
}

interface OfRow {
  params: { id: string }
}

interface WithBody {
  body: Values
}

interface Reads {
  list: (input: Caller & { query: ListQuery }) => Promise<unknown>
  get: (input: Caller & OfRow) => Promise<unknown>
}

/** The changes of a connection, by what each of them needs to know. */
interface Changes {
  create: (input: Caller & WithBody) => Promise<unknown>
  update: (input: Caller & OfRow & WithBody) => Promise<unknown>
  remove: (input: Caller & OfRow) => Promise<unknown>
}

/** What the calls of every kind of connections have in common. */
export class ConnectionHandlers<Settings extends ConnectionSettings, State extends ConnectionState, Test> {
  readonly #store: ResourceStore
  readonly #supervisor: ConnectionSupervisor<Settings, State, Test>

  constructor(store: ResourceStore, supervisor: ConnectionSupervisor<Settings, State, Test>) {
    this.#store = store
    this.#supervisor = supervisor
  }

  /** Every change takes effect at once; secrets are encrypted before they are stored. */
  changes(): Changes {
    const store = this.#store
    const { secrets } = this.#supervisor
    return {
      create: this.#changing(async ({ principal, body }) =>
        translated(await store.create(principal, secrets.encrypt(body))),
      ),
      update: this.#changing(async ({ principal, params, body }) =>
        translated(await store.update(principal, params.id, secrets.encrypt(body))),
      ),
      remove: this.#changing(({ principal, params }) => store.remove(principal, params.id)),
    }
  }

  /** What failed last is stored in English: whoever reads it gets it in their language. */
  reads(): Reads {
    return {
      list: async ({ principal, query }) => {
        const page = await this.#store.list(principal, query)
        return { ...page, items: page.items.map(translated) }
      },
      get: async ({ principal, params }) => translated(await this.#store.get(principal, params.id)),
    }
  }

  /**
   * The connection, for somebody who may read it.
   * @throws ProblemError `not_found`
   */
  async find(principal: Principal, id: string): Promise<Settings> {
    await this.#store.get(principal, id)
    const found = await this.#supervisor.find(id)
    assertThat(found, 'not_found', t('server.noSuch', { noun: declared(this.#supervisor.kind.nouns.one) }))
    return found
  }

  /** Connects once and says of each step what happened. */
  async test(principal: Principal, id: string): Promise<Test> {
    return await this.#supervisor.kind.test(await this.find(principal, id))
  }

  #changing<Input>(change: (input: Input) => Promise<unknown>): (input: Input) => Promise<unknown> {
    return async (input) => {
      const answer = await change(input)
      void this.#supervisor.refresh()
      return answer
    }
  }
}

/** Fields with sentences that were stored in English. */
const sentences = ['lastError', 'connectionError']

function translated(row: Values): Values {
  const inWords = sentences.flatMap((name) => {
    const text = row[name]
    return typeof text === 'string' ? [[name, declared(text)]] : []
  })
  return inWords.length > 0 ? { ...row, ...Object.fromEntries(inWords) } : row
}
