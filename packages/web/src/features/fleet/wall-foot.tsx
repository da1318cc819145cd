import type { HistoryState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { stateLabel } from '../../entities/machine/state-labels.ts'
import { hatchOf } from '../../ui/hatch.ts'
import { KeyHint } from '../../ui/key-hint.tsx'

const marks: Record<HistoryState, { background: string }> = {
  Running: { background: 'var(--st-run)' },
  Idle: { background: 'var(--st-idle)' },
  Stopped: { background: 'var(--st-stop)' },
  Faulted: { background: 'var(--st-abort)' },
  Unknown: { background: hatchOf('var(--line-2)') },
}

/** What the colours of the lanes mean, and the keys. */
export function WallFoot() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface-2 px-6 py-2 text-12 text-text-2 max-md:px-4">
      {Object.entries(marks).map(([state, style]) => (
        <span key={state} className="flex items-center gap-1.5">
          <i
            aria-hidden="true"
            style={style}
            className="h-2.5 w-3.5 rounded-[1px] outline outline-line-2 -outline-offset-1"
          />
          {stateLabel(state as HistoryState)}
        </span>
      ))}
      <span className="ms-auto flex items-center gap-3 max-md:hidden">
        <span className="flex items-center gap-1.5">
          <KeyHint>↑</KeyHint>
          <KeyHint>↓</KeyHint> {t('fleet.keyMove')}
        </span>
        <span className="flex items-center gap-1.5">
          <KeyHint>M</KeyHint> {t('fleet.keyShowOnMap')}
        </span>
        <span className="flex items-center gap-1.5">
          <KeyHint>{t('ui.keyEnter')}</KeyHint> {t('fleet.keyOpen')}
        </span>
      </span>
    </div>
  )
}
