import { webhooks as declared } from '@packhouse/contract'
import type { Platform } from '../../engine/area.ts'
import { Encryption } from '../../platform/encryption.ts'
import type { Mail } from '../../platform/mail.ts'
import { Outgoing } from '../../platform/outgoing.ts'
import { sentence } from '../../platform/sentence.ts'
import { changeHandlers } from './change-list.actions.ts'
import { deliveryHandlers } from './delivery.actions.ts'
import { forgetOldDeliveries } from './delivery.ts'
import { webhookHandlers } from './webhook.actions.ts'
import { encryptAddresses } from './webhook-address.ts'
import { webhookJob } from './webhook-job.ts'

const DAY_MS = 86_400_000

/** Programs of others that follow changes of records (decision 0070). */
export function webhookParts({ config, database, jobs, keys, storeOf }: Platform, mail: Mail) {
  const encryption = new Encryption(keys, 'webhooks')
  const outgoing = new Outgoing(config.allowPrivateAddresses)
  const store = storeOf(declared)
  const job = webhookJob({ database, outgoing, encryption, mail })
  const forget = {
    name: sentence`Remove old webhook deliveries`,
    everyMs: DAY_MS,
    run: () => forgetOldDeliveries(database.system),
  }
  const encrypt = {
    name: sentence`Encrypt the addresses of webhooks`,
    everyMs: DAY_MS,
    atStart: true as const,
    run: () => encryptAddresses(database.system, encryption),
  }
  return {
    handlers: {
      ...webhookHandlers(store, encryption),
      ...deliveryHandlers({ database, store, jobs, job }),
      ...changeHandlers(database),
    },
    jobs: [job, forget, encrypt],
  }
}
