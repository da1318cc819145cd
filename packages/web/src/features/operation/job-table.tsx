import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { JobCell, JobLine, JobLines } from './job-lines.tsx'
import { type Job, jobLooks, kindWords } from './job-words.ts'
import { useJobChange } from './use-job-change.ts'

/** Jobs that are not done, each with what staff can do about it. */
export function JobTable({ jobs }: { jobs: readonly Job[] }) {
  const permission = usePermission(api.retryJob)
  return (
    <JobLines
      label={t('operation.jobs')}
      heads={[
        t('general.state'),
        t('operation.what'),
        t('operation.attempts'),
        t('operation.whyItFailed'),
        t('operation.nextAttempt'),
        t('operation.actions'),
      ]}
    >
      {jobs.map((job) => (
        <JobLine key={job.id} look={jobLooks[job.state]} what={kindWords(job.kind)}>
          <JobCell head={t('operation.attempts')}>{job.attempts}</JobCell>
          <JobCell head={t('operation.whyItFailed')}>{job.reason && <bdi>{job.reason}</bdi>}</JobCell>
          <JobCell head={t('operation.nextAttempt')}>
            {job.nextAttemptAt && <DateLabel mode="absolute" value={job.nextAttemptAt} />}
          </JobCell>
          <JobCell head={t('operation.actions')}>
            {permission.allowed && job.state !== 'running' && <JobActs job={job} />}
          </JobCell>
        </JobLine>
      ))}
    </JobLines>
  )
}

function JobActs({ job }: { job: Job }) {
  const { isBusy, make } = useJobChange()
  const [isAsking, setIsAsking] = useState(false)
  const params = { id: job.id }
  const retry = async () => {
    await callApi(api.retryJob, { params })
    return t('operation.itIsTriedAgain')
  }
  const discard = async () => {
    await callApi(api.discardJob, { params })
    return t('operation.discarded')
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="dense" busy={isBusy} onClick={() => void make(retry)}>
        {job.state === 'dead' ? t('operation.retry') : t('operation.tryNow')}
      </Button>
      <Button size="dense" variant="danger" disabled={isBusy} onClick={() => setIsAsking(true)}>
        {t('general.discard')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('operation.discardThisJob')}
        confirm={t('general.discard')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          void make(discard)
        }}
      >
        {t('operation.itCannotBeBroughtBackWhat')}
      </ConfirmDialog>
    </div>
  )
}
