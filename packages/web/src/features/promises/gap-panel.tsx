import type { PromiseActual } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { differenceWords, figureWords, gapWords } from './promise-words.ts'

/** Where what is missing goes: parts that add up to it. */
export function GapPanel({ promise }: { promise: PromiseActual }) {
  const { figure, live, difference, gap, unit, kind } = promise
  if (live === null || difference === null || gap.length === 0) {
    return (
      <PanelFrame title={t('promises.whereItGoes')}>
        <p className="px-4 pb-6 text-text-2">{nothingWords(promise)}</p>
      </PanelFrame>
    )
  }
  const largest = Math.max(...gap.map(({ value }) => Math.abs(value)))
  return (
    <PanelFrame
      title={t('promises.whereSoManyGo', { figure: figureWords(-difference), unit })}
      aside={
        <span className="text-12 text-text-2">
          {t('promises.promisedLessLive', { promised: figureWords(figure), live: figureWords(live.value) })}
        </span>
      }
    >
      <ul className="grid">
        {gap.map((part) => {
          const [name, about] = gapWords(part, kind)
          return (
            <li key={`${part.kind} ${part.name}`} className="border-t border-line px-4 py-2.5">
              <div className="flex gap-3 text-13">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {name}
                  <span className="block text-12 text-text-2">{about}</span>
                </span>
                <b className="font-semibold tabular-nums">{differenceWords(-part.value)}</b>
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
function nothingWords({ live, result }: PromiseActual): string {
  if (result === 'notComparable') return t('promises.notComparableAbout')
  return live === null ? t('promises.nothingToCompare') : t('promises.nothingMissing')
}
