import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { useMyMentions } from '../../resource/comments/comment-queries.ts'
import { CommentText } from '../../resource/comments/comment-row.tsx'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { RecordLink } from './record-link.tsx'
import type { AddressOfRecord } from './staff-home-page.tsx'

/** Comments that mention the reader, until they open them; not there while there is nothing. */
export function MyMentions({ addressOf }: { addressOf: AddressOfRecord }) {
  const { data } = useMyMentions()
  if (data === undefined || data.length === 0) return null
  return (
    <Panel>
      <PanelHead title={t('comments.mentionsOfYou')} />
      <ul aria-label={t('comments.mentionsOfYou')} className="grid gap-3 border-t border-line px-4 py-3">
        {data.map(({ comment, record }) => (
          <li key={comment.id} className="text-13">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-[550]">{comment.author?.name ?? t('comments.somebody')}</span>
              <RecordLink record={record} addressOf={addressOf} />
              <span className="text-12 text-text-3">
                <DateLabel value={comment.createdAt} />
              </span>
            </p>
            <div className="line-clamp-3">
              <CommentText comment={comment} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
