import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useLetterChange } from './use-letter-change.ts'

interface LetterBulkProps {
  chosen: Record<string, string>
  total: number
  /** When the newest of them arrived: later messages are neither replayed nor discarded. */
  until: string
}

/** Replays or discards everything that the filters leave. */
export function LetterBulk({ chosen, total, until }: LetterBulkProps) {
  const access = usePermission(api.replayDeadLetters)
  const { isBusy, make } = useLetterChange()
  const [isAsking, setIsAsking] = useState(false)
  if (!access.allowed) return null
  const body = { to: until, ...chosen }
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Button size="dense" busy={isBusy} onClick={() => void make(() => replayAll(body))}>
        {t('telemetry.replayAll', { total })}
      </Button>
      <Button size="dense" variant="danger" disabled={isBusy} onClick={() => setIsAsking(true)}>
        {t('telemetry.discardAll', { total })}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('telemetry.discard', { total })}
        confirm={t('general.discard')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          void make(async () => {
            const { discarded } = await callApi(api.discardDeadLetters, { body })
            return t('telemetry.discarded', { discarded })
          })
        }}
      >
        {t('telemetry.itCannotBeBroughtBack')}
      </ConfirmDialog>
    </div>
  )
}

/** Repeats until none are left, since a request replays only so many. */
async function replayAll(body: Record<string, string>): Promise<string> {
  let [replayed, refused] = [0, 0]
  for (let after: string | null | undefined; after !== null; ) {
    const answer = await callApi(api.replayDeadLetters, { body: { ...body, ...(after && { after }) } })
    replayed += answer.replayed
    refused += answer.refused
    after = answer.last
  }
  return t('telemetry.becameRecordsWereRefusedAgain', { replayed, refused })
}
