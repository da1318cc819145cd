import type { z } from 'zod'
import { wholeNumber } from './environment-fields.ts'

const MIB = 1024 * 1024

/** The variables that bound what clients may take of the HTTP side; `docs/operations.md` explains each. */
export const httpLimitVariables = {
  HTTP_CONNECTIONS: wholeNumber(10, 1_000_000, 5_000),
  HTTP_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000, 1_000),
  HTTP_NEW_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000, 300),
  HTTP_PIPELINED_REQUESTS: wholeNumber(0, 1_000, 8),
  HTTP_UNREAD_MB: wholeNumber(1, 100_000, 256),
  HTTP_UNREAD_MB_PER_ADDRESS: wholeNumber(1, 100_000, 128),
  HTTP_UNREAD_MB_PER_CONNECTION: wholeNumber(1, 100_000, 64),
  HTTP_UNREAD_SECONDS: wholeNumber(1, 3_600, 30),
  HTTP_HEADER_SECONDS: wholeNumber(1, 600, 10),
  HTTP_REQUEST_SECONDS: wholeNumber(1, 3_600, 60),
  HTTP_IDLE_SECONDS: wholeNumber(1, 3_600, 72),
  PRESSURE_EVENT_LOOP_MS: wholeNumber(0, 60_000, 250),
  PRESSURE_HEAP_PERCENT: wholeNumber(10, 100, 90),
  RATE_PER_USER: wholeNumber(1, 100_000_000, 1_200),
  RATE_PER_ADDRESS: wholeNumber(1, 100_000_000, 12_000),
  RATE_ANONYMOUS: wholeNumber(1, 100_000_000, 3_000),
  REQUESTS_AT_ONCE_PER_USER: wholeNumber(1, 100_000, 64),
  REQUESTS_AT_ONCE_ANONYMOUS: wholeNumber(1, 100_000, 128),
  STREAMS_PER_USER: wholeNumber(1, 100_000, 50),
  STREAMS_PER_ADDRESS: wholeNumber(1, 100_000, 600),
  EXPORTS_AT_ONCE: wholeNumber(1, 1_000, 4),
  EXPORTS_AT_ONCE_PER_USER: wholeNumber(1, 1_000, 2),
}

type Variables = z.infer<z.ZodObject<typeof httpLimitVariables>>

export interface HttpLimits {
  /** Open connections, of all and of one address. */
  connections: number
  connectionsPerAddress: number
  /** New connections of one address in a second. */
  newConnectionsPerAddress: number
  /** Requests that may wait on a connection behind the one that is being answered. */
  pipelinedRequests: number
  /** Bytes of answers that wait to be read. */
  unread: { all: number; perAddress: number; perConnection: number }
  /** How long a connection may hold unread bytes without taking any, ms. */
  unreadMs: number
  /** From the start of a request, or of a connection, to the end of the headers; to the end of the body; between requests. */
  headerMs: number
  requestMs: number
  idleMs: number
  pressure: {
    /** Mean delay of the event loop from which requests are refused, ms; 0 for never. */
    eventLoopMs: number
    /** Share of V8's heap limit from which requests are refused. */
    heapShare: number
  }
  /** Requests a minute. Anonymous ones are counted by address too. API keys have limits of their own. */
  rate: { perUser: number; perAddress: number; anonymous: number }
  /** Requests under way, of a user or of a key, and anonymous ones of an address. */
  atOnce: { perUser: number; anonymous: number }
  /** Open live streams, of a user or of a key, and of an address. */
  streams: { perUser: number; perAddress: number }
  /** Exports of records that run, of all and of a user or a key. */
  exports: { all: number; perUser: number }
}

export function httpLimitsOf(env: Variables): HttpLimits {
  return {
    connections: env.HTTP_CONNECTIONS,
    connectionsPerAddress: env.HTTP_CONNECTIONS_PER_ADDRESS,
    newConnectionsPerAddress: env.HTTP_NEW_CONNECTIONS_PER_ADDRESS,
    pipelinedRequests: env.HTTP_PIPELINED_REQUESTS,
    unread: {
      all: env.HTTP_UNREAD_MB * MIB,
      perAddress: env.HTTP_UNREAD_MB_PER_ADDRESS * MIB,
      perConnection: env.HTTP_UNREAD_MB_PER_CONNECTION * MIB,
    },
    unreadMs: env.HTTP_UNREAD_SECONDS * 1_000,
    headerMs: env.HTTP_HEADER_SECONDS * 1_000,
    requestMs: env.HTTP_REQUEST_SECONDS * 1_000,
    idleMs: env.HTTP_IDLE_SECONDS * 1_000,
    pressure: { eventLoopMs: env.PRESSURE_EVENT_LOOP_MS, heapShare: env.PRESSURE_HEAP_PERCENT / 100 },
    rate: { perUser: env.RATE_PER_USER, perAddress: env.RATE_PER_ADDRESS, anonymous: env.RATE_ANONYMOUS },
    atOnce: { perUser: env.REQUESTS_AT_ONCE_PER_USER, anonymous: env.REQUESTS_AT_ONCE_ANONYMOUS },
    streams: { perUser: env.STREAMS_PER_USER, perAddress: env.STREAMS_PER_ADDRESS },
    exports: { all: env.EXPORTS_AT_ONCE, perUser: env.EXPORTS_AT_ONCE_PER_USER },
  }
}
