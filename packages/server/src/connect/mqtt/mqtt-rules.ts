import type { SessionHolder } from '../stored-sessions.ts'
import type { Connect, Will } from './connect-packet.ts'
import type { MqttConnection } from './mqtt-connection.ts'
import type { ReasonCode } from './reason-codes.ts'

/** That a client may come in. */
export interface Admission {
  /** The name of its session, which no client of another owner has. */
  sessionName: string
  holder: SessionHolder
  /** Of a client that has given none. */
  assignedClientId: string | undefined
  /** Called when its session is there, before it is answered, with what it has subscribed to. */
  begin: (filters: ReadonlyMap<string, unknown>) => void
}

/** Why a client may not come in. */
export interface SignInRefusal {
  code: ReasonCode
  words: string
}

/** Why a message is not acknowledged as stored. */
export interface PublishFault {
  code: ReasonCode
  words: string
  /**
   * `end`: the connection ends, so that the client sends it again. `refuse`: it is refused where MQTT 5 can say so, otherwise the
   * connection ends. `withhold`: it is refused where MQTT 5 can say so, otherwise not answered. `ignore`: it is not answered.
   */
  outcome: 'end' | 'refuse' | 'withhold' | 'ignore'
}

export type OnReceived = (fault?: PublishFault) => void

/** What the broker decides about its clients. */
export interface MqttRules {
  signIn: (connection: MqttConnection, connect: Connect) => Promise<Admission | SignInRefusal>
  /** Takes a message in, and calls back once when it is stored or why not. */
  receive: (connection: MqttConnection, topic: string, payload: Buffer, done: OnReceived) => void
  /** @returns why it may not subscribe to the filter; undefined if it may */
  refuseSubscription: (connection: MqttConnection, filter: string) => ReasonCode | undefined
  /** @returns publishes the will of a client that is about to leave, and how long that may wait at most, ms */
  prepareWill: (connection: MqttConnection, will: Will) => { publish: () => void; delayMs: number }
  /** The connection of one that has signed in has ended. */
  end: (connection: MqttConnection) => void
  /** A connection ended without a whole CONNECT in time, or with too many bytes before it. */
  countRefused: (reason: 'connect_timeout' | 'unauthenticated_bytes') => void
  /** Why a connection ended that has not ended by itself. */
  logEnd: (connection: MqttConnection, words: string) => void
  /** What must not happen: an error that is not the client's. Its connection ends. */
  logFault: (connection: MqttConnection, error: Error) => void
}
