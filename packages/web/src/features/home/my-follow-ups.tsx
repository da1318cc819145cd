import { t } from '@packhouse/messages'
import { useState } from 'react'
import { useMyFollowUps } from '../../resource/comments/comment-queries.ts'
import { FollowUpRow } from '../../resource/comments/follow-up-row.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { RecordLink } from './record-link.tsx'
import type { AddressOfRecord } from './staff-home-page.tsx'

const FIRST = 8
/** As many as a page of the server has. */
const MOST = 200

/** What the reader wants to do on a day, the first ones first; not there while there is nothing. */
export function MyFollowUps({ addressOf }: { addressOf: AddressOfRecord }) {
  const [pageSize, setPageSize] = useState(FIRST)
  const { data } = useMyFollowUps(pageSize)
  if (data === undefined || data.total === 0) return null
  return (
    <Panel>
      <PanelHead title={t('comments.followUpsOfYours')}>
        {data.total > data.items.length && pageSize < MOST && (
          <Button size="dense" variant="quiet" onClick={() => setPageSize(MOST)}>
            {t('comments.showAll', { count: data.total })}
          </Button>
        )}
      </PanelHead>
      <ul aria-label={t('comments.followUpsOfYours')} className="border-t border-line px-4 py-1">
        {data.items.map((followUp) => (
          <FollowUpRow key={followUp.id} followUp={followUp}>
            <span className="block text-12 text-text-2">
              {followUp.record === null ? (
                t('comments.recordGone')
              ) : (
                <RecordLink record={followUp.record} addressOf={addressOf} />
              )}
            </span>
          </FollowUpRow>
        ))}
      </ul>
    </Panel>
  )
}
