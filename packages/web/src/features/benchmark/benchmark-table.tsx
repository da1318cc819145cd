import { type Benchmark, type BenchmarkFigure, benchmarkFigures, type ComparedMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { AppLink } from '../../ui/app-link.tsx'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { FigureCell } from './figure-cell.tsx'
import { figureViews, fromWords } from './figure-words.ts'

/** Own machines by figures; the first row is the median of the others. On phones each is a card of its own. */
export function BenchmarkTable({ benchmark }: { benchmark: Benchmark }) {
  const { machines, medians, others } = benchmark
  const most = (figure: BenchmarkFigure) =>
    Math.max(
      ...machines.map((machine) => machine.figures[figure] ?? 0),
      medians[figure]?.median ?? 0,
      medians[figure]?.upper ?? 0,
    )
  return (
    <PanelFrame title={t('benchmark.ownMachines')}>
      <table className="w-full table-fixed border-collapse text-13 max-lg:block">
        <thead className="max-lg:sr-only">
          <tr className="border-y border-line bg-surface-2">
            <th scope="col" className="w-1/5 px-4 py-2 text-start font-semibold">
              {t('benchmark.machine')}
            </th>
            {benchmarkFigures.map((figure) => (
              <th key={figure} scope="col" className="px-4 py-2 text-start align-top font-semibold">
                {figureViews[figure].name}
                <span className="block text-12 font-normal text-text-2">{figureViews[figure].about}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {others === 'shown' && <MedianRow medians={medians} />}
          {machines.map((machine) => (
            <MachineRow key={machine.machineID} machine={machine} medians={medians} most={most} />
          ))}
        </tbody>
      </table>
    </PanelFrame>
  )
}

const rowClasses =
  'border-t border-line align-top max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:px-4 max-lg:py-3'
const nameClasses = 'px-4 py-2.5 text-start font-normal wrap-anywhere max-lg:col-span-2 max-lg:px-0 max-lg:py-1'
const cellClasses = 'px-4 py-2.5 max-lg:px-0 max-lg:py-1.5'

function MedianRow({ medians }: Pick<Benchmark, 'medians'>) {
  return (
    <tr className={`${rowClasses} bg-surface-2`}>
      <th scope="row" className={nameClasses}>
        <b className="font-semibold">{t('benchmark.medianOfOthers')}</b>
      </th>
      {benchmarkFigures.map((figure) => {
        const median = medians[figure]
        const { name, format } = figureViews[figure]
        return (
          <td key={figure} className={cellClasses}>
            <PhoneName name={name} />
            {median === null ? (
              <span className="text-text-2">{t('benchmark.notEnoughOfOne')}</span>
            ) : (
              <>
                <b className="font-semibold tabular-nums">{format(median.median)}</b>
                {median.lower !== null && median.upper !== null && (
                  <span className="block text-12 text-text-2 tabular-nums">
                    {t('benchmark.middleHalf', { lower: format(median.lower), upper: format(median.upper) })}
                  </span>
                )}
                <span className="block text-12 text-text-2">{fromWords(median)}</span>
              </>
            )}
          </td>
        )
      })}
    </tr>
  )
}

interface MachineRowProps extends Pick<Benchmark, 'medians'> {
  machine: ComparedMachine
  most: (figure: BenchmarkFigure) => number
}

function MachineRow({ machine, medians, most }: MachineRowProps) {
  const { machineID, description, location, figures, isShared } = machine
  return (
    <tr className={rowClasses}>
      <th scope="row" className={nameClasses}>
        <AppLink
          href={`/machines/${encodeURIComponent(machineID)}`}
          className="font-semibold text-text no-underline hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
          translate="no"
        >
          {machineID}
        </AppLink>
        <span className="block text-12 text-text-2" translate="no">
          {[description, location].filter(Boolean).join(' · ')}
        </span>
        <span className="block text-12 text-text-2">
          {isShared ? t('benchmark.ownShared') : t('benchmark.ownUnshared')}
        </span>
      </th>
      {benchmarkFigures.map((figure) => (
        <td key={figure} className={cellClasses}>
          <PhoneName name={figureViews[figure].name} />
          <FigureCell figure={figure} value={figures[figure]} median={medians[figure]} most={most(figure)} />
        </td>
      ))}
    </tr>
  )
}

/** On phones there is no head of the table. */
function PhoneName({ name }: { name: string }) {
  return <span className="block text-12 text-text-2 lg:hidden">{name}</span>
}
