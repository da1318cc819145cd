import { z } from 'zod'

/** Those of Chrome and most Android browsers, Firefox, Safari, and Edge. */
const KNOWN = 'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'

const host = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/

/** Hosts of the push services that browsers may name, by commas; `*.` stands for every host below. */
export const pushServices = z
  .string()
  .default(KNOWN)
  .transform((value) =>
    value
      .toLowerCase()
      .split(',')
      .flatMap((entry) => entry.trim() || []),
  )
  .refine((entries) => entries.every((entry) => host.test(entry)), {
    error: 'must be a list of hosts such as fcm.googleapis.com or *.push.apple.com',
  })

/** Whether an address belongs to one of the services: whoever is signed in names it, and we send there. */
export function isPushService(address: URL, services: readonly string[]): boolean {
  const { hostname } = address
  return services.some((one) => (one.startsWith('*.') ? hostname.endsWith(one.slice(1)) : hostname === one))
}
