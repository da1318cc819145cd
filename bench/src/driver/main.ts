import { serve } from '../process/serve.ts'
import { Driver, encodeLoad, type Load } from './driver.ts'
import type { Account } from './publisher.ts'

/** The driver's process. It keeps connections to several servers, so that rounds against them can take turns. */
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
    const frames = encodeLoad(load, machineIDs)
    const framesOf = (machineID: string) => frames.get(machineID) ?? fail(`${machineID} has no records.`)
    for (const server of servers) of(server).load(framesOf)
  },
  saturate: (input: { server: string; seconds: number; window: number }) =>
    of(input.server).saturate(input.seconds, input.window),
  steady: ({ server, seconds }: { server: string; seconds: number }) => of(server).steady(seconds),
  burst: ({ server }: { server: string }) => of(server).burst(),
  abandon: ({ server }: { server: string }) => of(server).abandon(),
  close: ({ server }: { server: string }) => of(server).close(),
}

export type DriverHandlers = typeof handlers

serve(handlers)
