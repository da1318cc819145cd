import type { JobCheck, JobReason, PackingJob } from '@packhouse/contract'
import { DOES_NOT_FIT, FITS_IF, type JudgedRow, MET, UNKNOWN, WASH_DOWN_DIGIT } from './judged-row.ts'

type Figures = Partial<Omit<JobReason, 'check' | 'verdict'>>
/** What a check held against what, for machines that do not simply meet it. */
type CheckFigures = (row: JudgedRow, job: PackingJob) => Figures

const DAY_MS = 86_400_000

const figuresByCheck: Record<JobCheck, CheckFigures> = {
  lifecycle: () => ({ limit: 'obsolete' }),
  answer: () => ({}),
  length: (row, job) => sizeFigures(row.isTurned ? job.width : job.length, row.lengthMin, row.lengthMax),
  width: (row, job) => sizeFigures(row.isTurned ? job.length : job.width, row.widthMin, row.widthMax),
  height: (row, job) => sizeFigures(job.height, row.heightMin, row.heightMax),
  speed: speedFigures,
  material: (_row, job) => ({ wanted: job.material }),
  voltage: (row, job) => ({ wanted: job.voltage, limit: row.hasVoltage }),
  phases: (row, job) => ({ wanted: job.phases, limit: row.hasPhases }),
  washDown: (row) => ({ wanted: `IPX${WASH_DOWN_DIGIT}`, limit: row.hasIpRating }),
  options: () => ({}),
  tooling: (row) => ({ limit: row.toolingCost }),
  budget: budgetFigures,
  date: (row, job) => ({
    wanted: job.date,
    limit: row.deliveredOn,
    ...(row.date === DOES_NOT_FIT && job.date !== null && row.deliveredOn !== null
      ? { by: (Date.parse(row.deliveredOn) - Date.parse(job.date)) / DAY_MS, side: 'under' as const }
      : {}),
  }),
}

const verdicts = { [FITS_IF]: 'fitsIf', [UNKNOWN]: 'unknown', [DOES_NOT_FIT]: 'doesNotFit' } as const

/** What keeps a machine from simply fitting, check by check, with the figure wanted, the limit and how far off. */
export function reasonsOf(row: JudgedRow, job: PackingJob): JobReason[] {
  return (Object.keys(figuresByCheck) as JobCheck[]).flatMap((check) => {
    const status = row[check]
    if (status === MET) return []
    const verdict = verdicts[status as keyof typeof verdicts]
    return [{ check, verdict, wanted: null, limit: null, by: null, side: null, ...figuresByCheck[check](row, job) }]
  })
}

function sizeFigures(wanted: number | null, min: number | null, max: number | null): Figures {
  if (wanted === null) return {}
  const isOver = max !== null && wanted > max
  const limit = isOver ? max : min
  return { wanted, limit, by: limit === null ? null : exact(Math.abs(wanted - limit)), side: isOver ? 'over' : 'under' }
}

function speedFigures(
  { speedMin, speedMax, speed }: JudgedRow,
  { outputPerMinute, peakPerMinute }: PackingJob,
): Figures {
  const isPeak = speed === FITS_IF && peakPerMinute !== null && speedMax !== null && peakPerMinute > speedMax
  const wanted = isPeak ? peakPerMinute : (outputPerMinute ?? peakPerMinute)
  const limit = speed === FITS_IF && !isPeak ? speedMin : speedMax
  if (wanted === null || limit === null) return { wanted, limit }
  return { wanted, limit, by: exact(Math.abs(wanted - limit)), side: wanted > limit ? 'over' : 'under' }
}

/** The price is over the budget, or one of them is not known. */
function budgetFigures(
  { budget: status, knownPrice, priceFrom, currency }: JudgedRow,
  { budget }: PackingJob,
): Figures {
  if (status !== DOES_NOT_FIT || budget === null || knownPrice === null)
    return { wanted: budget, limit: priceFrom && `${priceFrom} ${currency}` }
  return { wanted: budget, limit: knownPrice, by: difference(knownPrice, budget), side: 'under' }
}

/** Binary fractions of sizes and speeds as people write them. */
function exact(value: number): number {
  return Number(value.toFixed(6))
}

/** Exact to the four decimals that amounts have. */
function difference(one: string, other: string): string {
  const scaled = (text: string) => {
    const [whole = '', decimals = ''] = text.split('.')
    return BigInt(whole + decimals.padEnd(4, '0'))
  }
  const digits = (scaled(one) - scaled(other)).toString().padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '')
}
