import { t } from '@packhouse/messages'
import type { Transaction } from '../platform/database.ts'
import { inLanguage } from '../platform/language.ts'
import type { Mail } from '../platform/mail.ts'
import type { ServicePush } from '../service/area.ts'
import { type AccessState, readDeciders } from './support-access.queries.ts'

export interface AccessMessageParts {
  mail: Mail
  push: Pick<ServicePush, 'put'>
  /** Where links lead; never taken from a request. */
  publicUrl: string
  productTitle: string
}

/** Informs those people of a customer who decide on sharing that staff ask for access. */
export class AccessMessages {
  readonly #parts: AccessMessageParts

  constructor(parts: AccessMessageParts) {
    this.#parts = parts
  }

  /** @param db the transaction that stores the request; `wake` when that is committed */
  async write(db: Transaction, { id, machineID, reason, hours }: AccessState): Promise<void> {
    const { mail, push, publicUrl, productTitle } = this.#parts
    const address = new URL('/data/sharing', publicUrl).toString()
    for (const { userId, email, language, asker } of await readDeciders(db, id)) {
      const words = inLanguage(language, () => {
        const asked = t('sharing.mailAsked', { name: asker, machine: machineID, count: hours })
        const lines = [asked, '', t('sharing.mailReason', { reason }), '', t('sharing.mailAnswer'), address]
        return {
          subject: t('sharing.mailSubject', { machine: machineID }),
          body: [...lines, '', productTitle].join('\n'),
        }
      })
      await mail.put(db, { userId, recipient: email, ...words, about: id })
      await push.put(db, userId, { event: 'accessAsked', id, machineID })
    }
  }

  wake(): void {
    this.#parts.mail.wake()
  }
}
