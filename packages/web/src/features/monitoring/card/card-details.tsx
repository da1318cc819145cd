import { t } from '@packhouse/messages'
import { classNames } from '../../../ui/class-names.ts'
import type { DerivedCard } from '../derive-card.ts'

/** The hover panel of a card. It covers the sparkline only, so that nothing moves. */
export function CardDetails({ id, card, shown }: { id: string; card: DerivedCard; shown: boolean }) {
  return (
    <dl
      id={id}
      className={classNames(
        'pointer-events-none absolute inset-x-2 top-0 bottom-1.5 z-3 grid grid-cols-2 grid-rows-[minmax(0,1fr)_auto] gap-y-1 gap-x-3.5 overflow-hidden rounded-control bg-overlay px-3.5 pt-4 pb-2.5 text-on-bar shadow-[0_0_0_1px_rgb(255_255_255/0.08)] transition-[opacity,translate] duration-220 ease-move',
        'before:absolute before:top-0 before:start-3.5 before:h-1 before:w-[30px] before:bg-bar-mark',
        shown ? 'visible opacity-100' : 'invisible translate-y-1 opacity-0',
      )}
    >
      {/* A long description ends in dots: the dates below it are what somebody looks for. */}
      <div className="col-span-2 min-h-0 overflow-hidden">
        <dt className="text-11 text-on-overlay-2">{t('monitoring.details')}</dt>
        <dd className="line-clamp-3 text-13 text-pretty">{card.description}</dd>
      </div>
      <Fact term={t('monitoring.lastService')} value={card.lastService} />
      <Fact term={t('monitoring.nextDue')} value={card.nextDue} />
    </dl>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="text-11 text-on-overlay-2">{term}</dt>
      <dd className="text-13 font-[550] tabular-nums">{value}</dd>
    </div>
  )
}
