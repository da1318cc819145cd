import { type FoundRecord, resources } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { mailTimesOf } from '../alarms/area.ts'
import type { Transaction } from '../platform/database.ts'
import { inLanguage } from '../platform/language.ts'
import type { Mail } from '../platform/mail.ts'
import type { StoredComment } from './comments.queries.ts'

export interface MentionMailParts {
  mail: Mail
  /** Where links lead; never taken from a request. */
  publicUrl: string
  productTitle: string
}

/** Notifies people of comments that name them: written with the comment, and sent from there. */
export class MentionMails {
  readonly #parts: MentionMailParts

  constructor(parts: MentionMailParts) {
    this.#parts = parts
  }

  /** @param db the transaction that stores the comment; `wake` when that is committed */
  async write(
    db: Transaction,
    comment: StoredComment,
    record: FoundRecord,
    people: readonly { id: string; email: string }[],
  ): Promise<void> {
    const { mail, publicUrl, productTitle } = this.#parts
    const noun = resources.find(({ name }) => name === record.resource)?.noun[0] ?? record.resource
    for (const { id, email } of people) {
      const { language } = await mailTimesOf(db, email, 'UTC')
      const words = inLanguage(language, () => {
        const named = { author: comment.author?.name ?? '', noun: declared(noun), record: record.label }
        // The home leads to the record: its address depends on what the reader may open.
        const address = new URL('/home', publicUrl).toString()
        const body = [t('mail.mentioned', named), '', comment.text, '', address, '', productTitle].join('\n')
        return { subject: t('mail.mentionedSubject', named), body }
      })
      await mail.put(db, { userId: id, recipient: email, ...words, about: comment.id })
    }
  }

  wake(): void {
    this.#parts.mail.wake()
  }
}
