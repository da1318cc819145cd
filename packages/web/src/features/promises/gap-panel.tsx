import { hasHeededConditions, type PromiseActual } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { differenceWords, figureWords, gapWords, shownPart } from './promise-words.ts'

/** Where what is missing goes, or what is too much comes from: parts that add up to it. */
export function GapPanel({ promise }: { promise: PromiseActual }) {
  const { figure, live, difference, gap, unit, direction } = promise
  const isOver = direction === 'atMost'
  if (live === null || difference === null || gap.length === 0) {
    return (
      <PanelFrame title={isOver ? t('promises.whereItComesFrom') : t('promises.whereItGoes')}>
        <p className="px-4 pb-6 text-text-2">{nothingWords(promise)}</p>
      </PanelFrame>
    )
  }
  const missing = { figure: figureWords(Math.abs(difference)), unit }
  const shown = { promised: figureWords(figure), live: figureWords(live.value) }
  const largest = Math.max(...gap.map(({ value }) => Math.abs(value)))
  return (
    <PanelFrame
      title={isOver ? t('promises.whereSoManyComeFrom', missing) : t('promises.whereSoManyGo', missing)}
      aside={
        <span className="text-12 text-text-2">
          {isOver ? t('promises.liveLessPromised', shown) : t('promises.promisedLessLive', shown)}
        </span>
      }
    >
      <ul className="grid">
        {gap.map((part) => {
          const [name, about] = gapWords(part, promise)
          return (
            <li key={`${part.kind} ${part.name}`} className="border-t border-line px-4 py-2.5">
              <div className="flex gap-3 text-13">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {name}
                  <span className="block text-12 text-text-2">{about}</span>
                </span>
                <b className="font-semibold tabular-nums">{differenceWords(shownPart(part.value, promise))}</b>
              </div>
              <div aria-hidden="true" className="mt-1.5 h-1.5 bg-surface-3">
                <div className="h-full bg-action" style={{ width: `${(Math.abs(part.value) / largest) * 100}%` }} />
              </div>
            </li>
          )
        })}
      </ul>
    </PanelFrame>
  )
}

/** Why there are no parts. */
function nothingWords(promise: PromiseActual): string {
  const { kind, direction, live, result } = promise
  if (result === 'notComparable') return t('promises.notComparableAbout')
  if (live === null && hasHeededConditions(promise)) return t('promises.tooLittleUnderConditions')
  if (live === null) return kind === 'speed' ? t('promises.nothingToCompare') : t('promises.nothingMeasuredToCompare')
  return direction === 'atMost' ? t('promises.nothingTooMuch') : t('promises.nothingMissing')
}
