import {
  api,
  type CallResult,
  HISTORY_DEFAULT_HOURS,
  HOME_HISTORY_HOURS,
  problems,
  type SampleMachine,
  sampleFleet,
} from '@packhouse/contract'
import { ApiError } from '../api-error.ts'
import type { DemoSession } from './demo-behaviour.ts'
import { demoHistory, demoSeries } from './demo-history.ts'
import { demoMachine, demoMachineDetails, demoTexts } from './demo-machines.ts'
import { demoHeatmap, demoStates, demoTest } from './demo-monitoring.ts'

interface DemoInput {
  params?: { id?: string }
  query?: Partial<Record<'includeHistory' | 'hours' | 'tag' | 'from' | 'to' | 'points' | 'days' | 'machineID', string>>
}

const none = { active: 0, unacknowledged: 0, activeUnacknowledged: 0 }

/** The machines of the demo are not those of the server, and nothing raises alarms about them. */
const noAlarms: CallResult<typeof api.alarmSummary> = {
  ...none,
  bySeverity: { critical: none, major: none, minor: none, warning: none, info: none },
  machines: [],
  floodedSince: null,
}

/** A demo begins with the page: what is offline then has been so for a while, whatever the hour. */
const session: DemoSession = { seed: 'packhouse', startedAt: Date.now() }

/**
 * Answers the monitoring calls from the sample fleet, in the browser; undefined for every other call, which goes to the
 * server. A machine that is not in the fleet is not found, as the server would say.
 */
export function answerInDemo(call: unknown, input: unknown): Promise<unknown> | undefined {
  const { params = {}, query = {} }: DemoInput = input ?? {}
  const now = Date.now()
  switch (call) {
    case api.myMachines:
    case api.listMachines:
      return Promise.resolve(allMachines(now, query))
    case api.getMachine:
      return withMachine(params.id, (sample) => demoMachineDetails(sample, session, now, historyHours(query)))
    case api.machineHistory:
      return withMachine(params.id, (sample) =>
        query.from !== undefined
          ? demoSeries(sample, session, now, seriesOf(query))
          : demoHistory(sample, session, now, {
              tag: query.tag ?? 'CycleCount',
              hours: Number(query.hours ?? HISTORY_DEFAULT_HOURS),
            }),
      )
    case api.machineStates:
      return withMachine(params.id, (sample) => demoStates(sample, session, now, seriesOf(query)))
    case api.machineTexts:
      return withMachine(params.id, (sample) => demoTexts(sample, session, now, seriesOf(query)))
    case api.machineHeatmap:
      return withMachine(query.machineID, (sample) => demoHeatmap(sample, session, now, Number(query.days ?? 7)))
    case api.testMachine:
      return withMachine(params.id, (sample) => demoTest(sample, session, now))
    case api.listMachineIds:
      return Promise.resolve({ count: sampleFleet.length, ids: sampleFleet.map(({ machineID }) => machineID) })
    case api.alarmSummary:
      return Promise.resolve(noAlarms)
    case api.listAlarms:
      return Promise.resolve({ items: [], total: 0, page: 1, pageSize: 25, next: null })
    default:
      return undefined
  }
}

/** A stretch of a tag, milliseconds since 1970. */
function seriesOf({ tag = 'CycleCount', from = '', to = '', points }: NonNullable<DemoInput['query']>) {
  return { tag, from: Date.parse(from), to: Date.parse(to), points: Number(points ?? 72) }
}

function allMachines(now: number, query: NonNullable<DemoInput['query']>) {
  const machines = sampleFleet.map((sample) => demoMachine(sample, session, now, historyHours(query)))
  return { count: machines.length, machines }
}

/** The hours of cycle counts that are asked for; undefined when none are. */
function historyHours({ includeHistory, hours }: NonNullable<DemoInput['query']>): number | undefined {
  return includeHistory === 'true' ? Number(hours ?? HOME_HISTORY_HOURS) : undefined
}

function withMachine(id: string | undefined, answer: (sample: SampleMachine) => unknown): Promise<unknown> {
  const sample = sampleFleet.find(({ machineID }) => machineID === id)
  if (sample) return Promise.resolve(answer(sample))
  return Promise.reject(new ApiError({ code: 'not_found', ...problems.not_found }))
}
