import { api } from '@packhouse/contract'
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
    <JobLines label="Jobs" heads={['State', 'What', 'Attempts', 'Why it failed', 'Next attempt', 'Actions']}>
      {jobs.map((job) => (
        <JobLine key={job.id} look={jobLooks[job.state]} what={kindWords(job.kind)}>
          <JobCell head="Attempts">{job.attempts}</JobCell>
          <JobCell head="Why it failed">{job.reason && <bdi>{job.reason}</bdi>}</JobCell>
          <JobCell head="Next attempt">
            {job.nextAttemptAt && <DateLabel mode="absolute" value={job.nextAttemptAt} />}
          </JobCell>
          <JobCell head="Actions">{permission.allowed && job.state !== 'running' && <JobActs job={job} />}</JobCell>
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
    return 'It is tried again'
  }
  const discard = async () => {
    await callApi(api.discardJob, { params })
    return 'Discarded'
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="dense" busy={isBusy} onClick={() => void make(retry)}>
        {job.state === 'dead' ? 'Retry' : 'Try now'}
      </Button>
      <Button size="dense" variant="danger" disabled={isBusy} onClick={() => setIsAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Discard this job?"
        confirm="Discard"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          void make(discard)
        }}
      >
        It cannot be brought back. What it was about counts as failed.
      </ConfirmDialog>
    </div>
  )
}
