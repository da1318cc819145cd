import { api, type CustomerDataTask } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation } from '@tanstack/react-query'
import { authorizedFetch } from '../../../lib/api-client.ts'
import { readProblem } from '../../../lib/api-error.ts'
import { toRequest } from '../../../lib/api-request.ts'
import { absoluteLabel } from '../../../lib/format/dates.ts'
import { saveFile } from '../../../resource/download.ts'
import { formatFileSize } from '../../../resource/files/file-size.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'

/** The newest exports and removals with their progress. */
export function DataRuns({ customerId, tasks }: { customerId: string; tasks: readonly CustomerDataTask[] }) {
  return (
    <section className="grid gap-1" aria-label={t('customerData.lastRuns')} aria-live="polite">
      {tasks.map((task) => (
        <div key={task.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <span>
            {wordsOf(task)}{' '}
            <span className="text-13 text-text-2">{absoluteLabel(task.finishedAt ?? task.createdAt)}</span>
          </span>
          {hasFile(task) && <Download customerId={customerId} task={task} />}
        </div>
      ))}
    </section>
  )
}

function hasFile({ kind, state, expiresAt }: CustomerDataTask): boolean {
  return kind === 'export' && state === 'done' && expiresAt !== null && Date.parse(expiresAt) > Date.now()
}

function Download({ customerId, task }: { customerId: string; task: CustomerDataTask }) {
  const download = useMutation({
    mutationFn: async () => {
      const request = toRequest(api.customerDataFile, { params: { id: customerId, taskId: task.id } })
      const response = await authorizedFetch(request)
      if (!response.ok) throw await readProblem(response)
      saveFile(await response.blob(), `customer-data-${task.createdAt.slice(0, 10)}.zip`)
    },
    onError: (error) => showToast({ message: error.message, tone: 'failed' }),
  })
  return (
    <Button size="dense" busy={download.isPending} onClick={() => download.mutate()}>
      {t('customerData.download', { size: formatFileSize(task.size ?? 0) })}
    </Button>
  )
}

function wordsOf({ kind, state, progress, reason }: CustomerDataTask): string {
  if (state === 'done') return t('customerData.runDone', { kind })
  if (state === 'failed') return t('customerData.runFailed', { kind, reason: reason ?? '' })
  if (state === 'waiting') return t('customerData.runWaiting', { kind })
  const count = Object.values(progress).reduce((sum, rows) => sum + rows, 0)
  return t('customerData.runRunning', { kind, count })
}
