import { serve } from '../process/serve.ts'
import { Driver, encodeLoad, type Load } from './driver.ts'
import type { Account } from './publisher.ts'

/** The driver's process. It holds connections to several servers, so that rounds against them can take turns. */
const drivers = new Map<string, Driver>()

function of(server: string): Driver {
  return drivers.get(server) ?? fail(`Not connected to ${server}.`)
}

function fail(message: string): never {
  throw new Error(message)
}

const handlers = {
  async connect(input: { server: string; port: number; machineIDs: readonly string[]; account: Account }) {
    const driver = new Driver()
    drivers.set(input.server, driver)
    await driver.connect(input.port, input.machineIDs, input.account)
  },
  /** Gives the same records to the machines of several servers. */
  load({ servers, machineIDs, load }: { servers: string[]; machineIDs: readonly string[]; load: Load }) {
    const frames = encodeLoad(load, new Map(machineIDs.map((machineID) => [machineID, [machineID]])))
    const framesOf = (machineID: string) => frames.get(machineID) ?? fail(`${machineID} has no records.`)
    for (const server of servers) of(server).load(framesOf)
  },
  /** Gives each connection the records of several machines, which take turns. */
  loadShared({ server, connections, load }: { server: string; connections: Map<string, string[]>; load: Load }) {
    const frames = encodeLoad(load, connections)
    of(server).load((name) => frames.get(name) ?? fail(`${name} has no records.`))
  },
  saturate: (input: { server: string; seconds: number; window: number }) =>
    of(input.server).saturate(input.seconds, input.window),
  /** @param input.perSecond records of each connection, 1 by default */
  steady: ({ server, seconds, perSecond = 1 }: { server: string; seconds: number; perSecond?: number }) =>
    of(server).steady(seconds, perSecond),
  burst: ({ server }: { server: string }) => of(server).burst(),
  sent: ({ server }: { server: string }) => of(server).sent(),
  abandon: ({ server }: { server: string }) => of(server).abandon(),
  close: ({ server }: { server: string }) => of(server).close(),
}

export type DriverHandlers = typeof handlers

serve(handlers)
