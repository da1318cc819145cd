import type { RecordSource } from '../ingest/index.ts'
import type { LiveMachine } from '../live/index.ts'

/** A device that has signed in, and the machines it may publish for. */
export interface Device {
  /** The name that people see. */
  userName: string
  scope: 'company' | 'customer' | 'machines'
  /** Null if it may publish for every customer's machines. */
  customerId: string | null
  /** The machineIDs it is held to, in the scope `machines`. */
  machines: ReadonlySet<string>
  /** The API key it has signed in with; undefined for a device with a name and its own key. */
  apiKeyId: string | undefined
  /** Of a device with a name and its own key. */
  deviceId?: string
  /** By which way its messages come. */
  source: RecordSource
  /** From where it has signed in. */
  address?: string
  /** The certificate that it has signed in with, if it has shown no key. */
  certificate?: ClientCertificate
}

/** A certificate that a device has proved to be its own, by the handshake of TLS. */
export interface ClientCertificate {
  /** SHA-256 as openssl prints it. */
  fingerprint: string
  /** Unix ms. */
  startsAt: number
  endsAt: number
}

/** An API key as far as devices are concerned. */
export interface DeviceApiKey {
  id: string
  name: string
  customerId: string | null
  ipAllow: string[]
  machinesOnly: boolean
  machines: string[]
  permissions: string[]
}

/** What the database knows of a device with its own key. */
export interface DeviceRow {
  id: string
  user_name: string
  key_hash: string
  scope: 'company' | 'customer'
  customer_id: string | null
}

/** A key of a device has the permission to publish; one that is bound to machines or a customer publishes for those alone. */
export function toDevice(key: DeviceApiKey, address: string, certificate?: ClientCertificate): Device | undefined {
  const { id, name, customerId, machinesOnly, machines, permissions } = key
  if (!permissions.includes('telemetry.publish')) return undefined
  const scope = machinesOnly ? 'machines' : customerId === null ? 'company' : 'customer'
  const may = { userName: name, scope, customerId, machines: new Set(machines), apiKeyId: id } as const
  return { ...may, source: 'mqtt', address, ...(certificate && { certificate }) }
}

/** A device with a name and its own key. */
export function toNamedDevice(row: DeviceRow): Device {
  const { id: deviceId, user_name: userName, scope, customer_id: customerId } = row
  return { userName, scope, customerId, machines: new Set(), apiKeyId: undefined, deviceId, source: 'mqtt' }
}

/** Whether the device may publish for the machine. */
export function mayPublish({ scope, customerId, machines }: Device, { entry }: LiveMachine): boolean {
  if (scope === 'company') return true
  if (customerId !== null && customerId !== entry.customerId) return false
  return scope === 'customer' || machines.has(entry.machineID)
}
