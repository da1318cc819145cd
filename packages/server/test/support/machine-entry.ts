import type { Device } from '../../src/connect/device.ts'
import type { MachineEntry } from '../../src/live/machines.ts'

/** A machine as it is registered, without a customer. */
export function machineEntry(key: number, machineID: string): MachineEntry {
  return {
    id: '',
    key,
    machineID,
    customerId: null,
    customer: null,
    description: null,
    location: null,
    configurationId: null,
    tagMapId: null,
    staleAfterSeconds: 60,
    designSpeed: null,
    timeZone: 'UTC',
    keepRecordsDays: 400,
    lastService: null,
    nextDue: null,
    sharedUntil: null,
    periodsOfOthers: null,
    awaitsDelivery: false,
    retired: false,
  }
}

/** A device that may publish for every machine. */
export const companyDevice: Device = {
  userName: 'test',
  scope: 'company',
  customerId: null,
  machines: new Set(),
  apiKeyId: undefined,
  source: 'mqtt',
}
