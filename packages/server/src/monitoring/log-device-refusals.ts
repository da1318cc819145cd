import { type RefusalLog, seenNow } from '../access/area.ts'
import type { ReportRefusal } from '../connect/index.ts'

const actions = { 'sign-in': 'device-refused', publish: 'publish-refused', subscribe: 'subscribe-refused' } as const

/** Puts what devices are refused into the log of sign-ins. */
export function logDeviceRefusals(log: RefusalLog): ReportRefusal {
  return ({ what, code, deviceId, apiKeyId, userId, address }) => {
    log.add({ userId, deviceId, apiKeyId, action: actions[what], code }, seenNow(address))
  }
}
