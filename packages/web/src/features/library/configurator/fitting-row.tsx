import type { JobMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { formatRate } from '../../../lib/format/numbers.ts'
import { isPlainClick } from '../../../ui/app-link.tsx'
import { AlertIcon, WarningIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { promisedWords } from '../promise-counts.ts'
import type { Answers } from './answers.ts'
import { neededOptions } from './changes.ts'
import { daysWords } from './days-words.ts'
import { formatAmount, timesAmount } from './money.ts'
import { fleetQuery } from './queries.ts'
import { reasonWords } from './reason-words.ts'
import { type FieldSpeed, SpeedBar } from './speed-bar.tsx'

export interface FittingRowProps {
  id: string
  found: JobMachine
  answers: Answers
  styleName: string
  perMachine: number | null
  end: number
  isChosen: boolean
  isActive: boolean
  showsPrices: boolean
  /** Where the machine is chosen, for another tab: an option of a list can have no link in it. */
  href: string
  onChoose: () => void
}

/** The columns of a row and of the axis above: name, bar, price. */
export const rowColumns =
  'grid grid-cols-[minmax(0,238px)_minmax(0,1fr)_96px] gap-x-3.5 px-4 max-xl:grid-cols-[minmax(0,170px)_minmax(0,1fr)_90px] max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-3.5'

/** A machine that fits, as built or under conditions. */
export function FittingRow(props: FittingRowProps) {
  const { found, isChosen, isActive, end, perMachine } = props
  const field = useFieldSpeed(found.machine.id, props.answers.styleId, props.showsPrices)
  const needed = neededOptions(found)
  return (
    // The list has the focus and the keys, see machine-list.tsx.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list names the active one
    <div
      id={props.id}
      role="option"
      aria-selected={isChosen}
      data-active={isActive || undefined}
      onClick={(event) => (isPlainClick(event) ? props.onChoose() : openBeside(props.href))}
      onAuxClick={({ button }) => button === 1 && openBeside(props.href)}
      className={`${rowColumns} relative min-h-[62px] py-1.5 cursor-pointer items-center border-b border-line last:border-b-0 hover:bg-surface-2 aria-selected:bg-kraft-soft aria-selected:shadow-[inset_3px_0_0_var(--kraft)] data-active:outline-2 data-active:-outline-offset-2 data-active:outline-focus max-md:gap-y-1 max-md:py-3`}
    >
      <span className="min-w-0">
        <b className="code font-semibold">{found.machine.model}</b>{' '}
        <span className="text-13 text-text-2">
          {needed.length === 0 ? t('configurator.asBuilt') : t('configurator.countOptions', { count: needed.length })}
        </span>
        <small className="block truncate text-12 text-text-2">{found.machine.name}</small>
      </span>
      <span className="grid gap-0.5 max-md:order-3 max-md:col-span-2">
        <SpeedBar end={end} from={found.speedMin} to={found.speedMax} field={field.speed} wanted={perMachine} />
        <Notes {...props} field={field} />
      </span>
      <span className="text-end text-13 font-semibold tabular-nums">
        {props.showsPrices && formatAmount(priceFor(found, props.answers), found.currency)}
        <small className="block text-12 font-normal text-text-2">
          {found.leadDays === null ? t('configurator.noLeadTime') : daysWords(found.leadDays)}
        </small>
      </span>
    </div>
  )
}

function openBeside(href: string): void {
  window.open(href, '_blank', 'noopener')
}

function Notes({ found, answers, styleName, perMachine, field }: FittingRowProps & { field: FieldOfMachine }) {
  const options = neededOptions(found).map(({ name }) => name)
  const reasons = found.reasons.filter(({ verdict }) => verdict !== 'unknown' || found.verdict !== 'unknown')
  const context = { style: styleName, currency: found.currency, output: perMachine ?? answers.output, options }
  const words = [...new Set(reasons.map((reason) => reasonWords(reason, context)))]
  const Shape = found.verdict === 'doesNotFit' ? AlertIcon : words.length > 0 ? WarningIcon : CheckIcon
  return (
    <span className="flex min-w-0 items-start gap-1.5 text-12 text-text-2">
      <Shape size={12} className={`mt-0.5 ${words.length > 0 ? 'text-warn' : 'text-text-3'}`} />
      <span className="min-w-0 wrap-anywhere">
        {words.length === 0 && `${t('configurator.fitsAsBuilt')} `}
        {words.map((text) => `${text} `)}
        {found.speedMax !== null && (
          <span className="sr-only">{`${t('configurator.ratedTo', { speed: formatRate(found.speedMax) })} `}</span>
        )}
        {field.words}
        {found.isTurned && ` ${t('configurator.isTurned')}`}
        {found.isStale && ` ${t('configurator.evidenceIsStale')}`}
      </span>
    </span>
  )
}

interface FieldOfMachine {
  speed: FieldSpeed | undefined
  words: string
}

function useFieldSpeed(machineId: string, styleId: string, mayRead: boolean): FieldOfMachine {
  const fleet = useQuery({ ...fleetQuery(machineId), enabled: mayRead }).data
  if (fleet === undefined) return { speed: undefined, words: '' }
  const found = fleet.styles.find(({ style }) => style.id === styleId)
  if (found === undefined || found.median === null || found.p10 === null || found.p90 === null)
    return { speed: undefined, words: t('configurator.noneRunsIt') }
  const { p10, median, p90, machines, promises } = found
  const promised = promises === null ? '' : ` ${promisedWords(promises)}`
  return {
    speed: { p10, median, p90 },
    words: `${t('configurator.fieldMedian', {
      median: formatRate(median),
      from: formatRate(p10),
      to: formatRate(p90),
      count: machines,
    })}${promised}`,
  }
}

/** Of all machines that share the output. */
function priceFor({ priceFrom }: JobMachine, { machines }: Answers): string | null {
  return priceFrom === null ? null : timesAmount(priceFrom, machines)
}
