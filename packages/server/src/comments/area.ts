import { access } from '../access/area.ts'
import { defineArea } from '../engine/area.ts'
import { sentence } from '../platform/sentence.ts'
import { commentHandlers } from './comment.actions.ts'
import { CommentedRecords } from './commented-records.ts'
import { followUpHandlers } from './follow-up.actions.ts'
import { MentionMails } from './mention-mails.ts'
import { sweepComments } from './sweep-comments.ts'

const DAY_MS = 86_400_000

/** What staff write to each other about records, and when they want to look at one again (decision 0083). */
export const comments = defineArea({
  name: 'comments',
  create({ config, database, storeOf }, use) {
    const records = new CommentedRecords(storeOf)
    const { publicUrl, productTitle } = config
    const mails = new MentionMails({ mail: use(access).mail, publicUrl, productTitle })
    return {
      provides: undefined,
      handlers: {
        ...commentHandlers({ database, records, mails }),
        ...followUpHandlers(database, records),
      },
      jobs: [
        {
          name: sentence`Remove comments and follow-ups of removed records`,
          everyMs: DAY_MS,
          run: () => sweepComments(database.system),
        },
      ],
    }
  },
})
