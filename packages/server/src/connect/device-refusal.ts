import type { Device } from './device.ts'

/** That a device was refused, for the log of sign-ins: in words of ours, and by the id of what is known. */
export interface DeviceRefusal {
  what: 'sign-in' | 'publish' | 'subscribe'
  /** Why: the code of a problem, or a word of ours. */
  code: string
  /** Of a device with a name and its own key. */
  deviceId?: string | undefined
  apiKeyId?: string | undefined
  /** The person, or the owner of the key, where it came over HTTP. */
  userId?: string
  address: string | undefined
}

export type ReportRefusal = (refusal: DeviceRefusal) => void

/** Who a device is that has signed in. */
export function identityOf({
  deviceId,
  apiKeyId,
  address,
}: Device): Pick<DeviceRefusal, 'deviceId' | 'apiKeyId' | 'address'> {
  return { deviceId, apiKeyId, address }
}
