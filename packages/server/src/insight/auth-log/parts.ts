import type { RefusalLog } from '../../access/area.ts'
import type { Platform, Service } from '../../engine/area.ts'
import type { AnsweredRequest } from '../../engine/request-outcome.ts'
import { clock } from '../../platform/clock.ts'
import type { PeriodicJob } from '../../platform/jobs/job-kind.ts'
import { sentence } from '../../platform/sentence.ts'
import { ApiCounter } from './api-counter.ts'
import { authLogHandlers } from './auth-log.actions.ts'
import { makeMonths, removeMonths } from './partitions.ts'
import { RequestRefusals } from './request-refusals.ts'

const DAY_MS = 86_400_000

/** What the area uses of that of sign-ins. */
export interface SignInParts {
  refusalLog: RefusalLog
}

/** The log of sign-ins and keys: its calls, its counters, and the jobs that look after its tables. */
export function authLogParts({ settings, database, log, refusals }: Platform, { refusalLog }: SignInParts) {
  const counter = new ApiCounter(database.system, log, refusals)
  const requests = new RequestRefusals(refusalLog, database)
  const months: Service = { start: () => makeMonths(database.system), stop: () => undefined }
  const jobs: PeriodicJob[] = [
    {
      name: sentence`Prepare the next months of the sign-in log`,
      everyMs: DAY_MS,
      run: () => makeMonths(database.system),
    },
    {
      name: sentence`Remove old sign-ins and counters`,
      everyMs: DAY_MS,
      async run() {
        const removed = await database.directly((client) =>
          removeMonths(client, settings.read('keeping.authLogDays'), clock.now()),
        )
        if (removed.length > 0) log.info({ removed }, 'Old months of the sign-in log were removed')
      },
    },
  ]
  return {
    writers: [refusalLog, counter],
    handlers: authLogHandlers({ database, counter, refusalLog, refusals }),
    services: [months, counter],
    jobs,
    answered(request: AnsweredRequest) {
      counter.count(request)
      requests.note(request)
    },
  }
}
