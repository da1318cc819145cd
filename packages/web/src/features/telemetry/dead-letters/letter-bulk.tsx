import { api } from '@packhouse/contract'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useLetterChange } from './use-letter-change.ts'

interface LetterBulkProps {
  chosen: Record<string, string>
  total: number
  /** When the newest of them came: what has come since is neither replayed nor discarded. */
  until: string
}

/** Replays or discards everything that the filters leave. */
export function LetterBulk({ chosen, total, until }: LetterBulkProps) {
  const access = usePermission(api.replayDeadLetters)
  const { isBusy, make } = useLetterChange()
  const [isAsking, setIsAsking] = useState(false)
  if (!access.allowed) return null
  const body = { to: until, ...chosen }
  const letters = total === 1 ? '1 dead letter' : `${total.toLocaleString()} dead letters`
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Button size="dense" busy={isBusy} onClick={() => void make(() => replayAll(body))}>
        Replay all {total.toLocaleString()}
      </Button>
      <Button size="dense" variant="danger" disabled={isBusy} onClick={() => setIsAsking(true)}>
        Discard all {total.toLocaleString()}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Discard ${letters}?`}
        confirm="Discard"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          void make(async () => {
            const { discarded } = await callApi(api.discardDeadLetters, { body })
            return `${discarded.toLocaleString()} discarded`
          })
        }}
      >
        They cannot be brought back.
      </ConfirmDialog>
    </div>
  )
}

/** Goes on until none are left: a request replays only so many. */
async function replayAll(body: Record<string, string>): Promise<string> {
  let [replayed, refused] = [0, 0]
  for (let after: string | null | undefined; after !== null; ) {
    const answer = await callApi(api.replayDeadLetters, { body: { ...body, ...(after && { after }) } })
    replayed += answer.replayed
    refused += answer.refused
    after = answer.last
  }
  return `${replayed.toLocaleString()} became records, ${refused.toLocaleString()} were refused again`
}
