import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { lineIcon } from './icon.tsx'

const PlusIcon = /* @__PURE__ */ lineIcon('M12 5v14M5 12h14')
const MinusIcon = /* @__PURE__ */ lineIcon('M5 12h14')
const FitIcon = /* @__PURE__ */ lineIcon('M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M12 12v.1')

export interface WorldMapControlsProps {
  onZoom: (factor: number) => void
  onFit: () => void
  /** Whether everything is shown already. */
  fitted: boolean
}

/** Closer, further away, and everything. */
export function WorldMapControls({ onZoom, onFit, fitted }: WorldMapControlsProps) {
  return (
    <div className="absolute top-2.5 right-2.5 grid overflow-hidden rounded-control border border-line-2 bg-surface shadow-raised">
      <Control label={t('ui.zoomIn')} onPress={() => onZoom(2)}>
        <PlusIcon />
      </Control>
      <Control label={t('ui.zoomOut')} onPress={() => onZoom(0.5)}>
        <MinusIcon />
      </Control>
      <Control label={t('ui.showAll')} onPress={onFit} disabled={fitted}>
        <FitIcon />
      </Control>
    </div>
  )
}

interface ControlProps {
  label: string
  onPress: () => void
  disabled?: boolean
  children: ReactNode
}

function Control({ label, onPress, disabled = false, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Not the attribute: the button somebody just pressed would lose the focus.
      aria-disabled={disabled}
      onClick={() => !disabled && onPress()}
      className="grid size-8 place-items-center border-line text-text-2 not-first:border-t hover:bg-surface-3 hover:text-text focus-visible:-outline-offset-2 aria-disabled:text-text-3 aria-disabled:hover:bg-surface max-md:size-11"
    >
      {children}
    </button>
  )
}
