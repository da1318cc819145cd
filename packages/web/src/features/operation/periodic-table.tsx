import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { JobCell, JobLine, JobLines } from './job-lines.tsx'
import { lookOfPeriodic, type PeriodicJob } from './job-words.ts'

/** Work that is due again and again, with its last success. */
export function PeriodicTable({ jobs }: { jobs: readonly PeriodicJob[] }) {
  return (
    <JobLines
      label={t('operation.periodicJobs')}
      heads={[
        t('general.state'),
        t('operation.what'),
        t('operation.every'),
        t('operation.whyItFailed'),
        t('operation.nextRun'),
        t('operation.lastSuccess'),
      ]}
    >
      {jobs.map((job) => (
        <JobLine key={job.name} look={lookOfPeriodic(job)} what={job.name}>
          <JobCell head={t('operation.every')}>{periodWords(job.everySeconds)}</JobCell>
          <JobCell head={t('operation.whyItFailed')}>{job.reason}</JobCell>
          <JobCell head={t('operation.nextRun')}>
            <DateLabel mode="absolute" value={job.nextRunAt} />
          </JobCell>
          <JobCell head={t('operation.lastSuccess')}>
            <DateLabel value={job.lastSuccessAt} />
          </JobCell>
        </JobLine>
      ))}
    </JobLines>
  )
}

function periodWords(seconds: number): string {
  if (seconds % 3_600 === 0) return t('operation.hour', { hours: seconds / 3_600 })
  return seconds % 60 === 0 ? t('operation.min', { minutes: seconds / 60 }) : t('operation.sec', { seconds })
}
