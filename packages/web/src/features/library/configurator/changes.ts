import type { JobMachine, JobReason, JobRemedy } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { formatPrice } from '../../../lib/format/money.ts'
import { formatRate, formatReading } from '../../../lib/format/numbers.ts'
import type { Answers } from './answers.ts'

/** Other answers under which a machine fits. */
export interface Change {
  label: string
  part: Partial<Answers>
}

/** What would make a machine fit: one change, or several at once where one is not enough; undefined where nothing would. */
export function changeOf(machine: JobMachine, answers: Answers): Change | undefined {
  const failing = machine.reasons.filter(({ verdict }) => verdict === 'doesNotFit')
  const changes = failing.map((reason) => changeFor(reason, machine, answers))
  const known = changes.filter((one) => one !== undefined)
  if (known.length < failing.length) return undefined
  const part = Object.assign({}, ...known.map((one) => one.part))
  if (known.length < 2) return known[0]
  return { label: t('configurator.fitsWithChanges', { count: known.length }), part }
}

function changeFor(reason: JobReason, machine: JobMachine, answers: Answers): Change | undefined {
  const { check, limit } = reason
  switch (check) {
    case 'length':
    case 'width':
    case 'height':
      return typeof limit === 'number' ? sizeChange(reason, limit, machine.isTurned) : undefined
    case 'speed':
      return speedChange(machine.remedies, answers)
    case 'washDown':
      return { label: t('configurator.fitsWithDryCleaning'), part: { washDown: false } }
    case 'material':
      return { label: t('configurator.fitsWithOtherMaterial'), part: { material: '' } }
    case 'voltage':
      return typeof limit === 'number'
        ? { label: t('configurator.fitsAtVoltage', { volts: formatReading(limit) }), part: { voltage: limit } }
        : undefined
    case 'phases':
      return typeof limit === 'number'
        ? { label: t('configurator.fitsWithPhases', { phases: limit }), part: { phases: limit } }
        : undefined
    case 'budget':
      return budgetChange(machine)
    case 'date':
      return dateChange(machine)
    default:
      return undefined
  }
}

function sizeChange({ check, side }: JobReason, limit: number, isTurned: boolean): Change {
  const values = { limit: formatReading(limit) }
  // Of a pack that lies crosswise, the length is what the machine calls width.
  const turned = { length: 'width', width: 'length' } as const
  const name = isTurned && (check === 'length' || check === 'width') ? turned[check] : check
  return {
    label: side === 'under' ? t('configurator.fitsFrom', values) : t('configurator.fitsUpTo', values),
    part: { [name]: limit },
  }
}

/** Several machines keep the output, which is what was asked for; a lower output is the way out where they would not. */
function speedChange(remedies: readonly JobRemedy[], answers: Answers): Change | undefined {
  for (const remedy of remedies) {
    if (remedy.kind === 'machines')
      return {
        label: t('configurator.fitsWithMachines', { count: remedy.count * answers.machines }),
        part: { machines: remedy.count * answers.machines },
      }
    if (remedy.kind === 'higherSpeed')
      return {
        label: t('configurator.fitsAtSpeed', { speed: formatRate(remedy.speed) }),
        part: { output: remedy.speed * answers.machines },
      }
  }
  const lower = remedies.find((remedy) => remedy.kind === 'lowerSpeed')
  if (lower === undefined) return undefined
  return {
    label: t('configurator.fitsAtSpeed', { speed: formatRate(lower.speed) }),
    part: { output: lower.speed * answers.machines },
  }
}

function budgetChange({ remedies, currency }: JobMachine): Change | undefined {
  const remedy = remedies.find(({ kind }) => kind === 'higherBudget')
  if (remedy?.kind !== 'higherBudget') return undefined
  return {
    label: t('configurator.fitsForAmount', { amount: formatPrice(remedy.amount, currency) }),
    part: { budget: remedy.amount },
  }
}

function dateChange({ remedies }: JobMachine): Change | undefined {
  const remedy = remedies.find(({ kind }) => kind === 'laterDate')
  if (remedy?.kind !== 'laterDate') return undefined
  return { label: t('configurator.fitsByDate', { day: formatPlainDate(remedy.date) }), part: { date: remedy.date } }
}

/** The options that a machine needs for the job. */
export function neededOptions({ remedies }: JobMachine) {
  return remedies.filter((remedy) => remedy.kind === 'option')
}
