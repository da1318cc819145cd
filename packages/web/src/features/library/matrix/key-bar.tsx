import { t } from '@packhouse/messages'
import { memo, type ReactNode } from 'react'
import { KeyHint } from '../../../ui/key-hint.tsx'

/** The keys of the grid, for whoever has some. */
export const KeyBar = memo(function KeyBar({ mayAnswer, selected }: { mayAnswer: boolean; selected: number }) {
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-12 text-text-2 max-md:min-h-8 max-md:px-4 max-md:py-1">
      <span role="status" className="font-[550] text-text empty:hidden">
        {selected > 1 ? t('matrix.pairsSelected', { count: selected }) : ''}
      </span>
      <div aria-hidden="true" className="contents max-md:hidden">
        <Keys keys={['←', '↑', '↓', '→']}>{t('matrix.keyMove')}</Keys>
        {mayAnswer && <Keys keys={['Y', 'C', 'N', 'U']}>{t('matrix.keySet')}</Keys>}
        <Keys keys={[t('ui.keyEnter')]}>{t('matrix.keyEvidence')}</Keys>
        {mayAnswer && <Keys keys={[t('matrix.keyShift')]}>{t('matrix.keyBlock')}</Keys>}
        <Keys keys={['?']}>{t('matrix.keyNextOpen')}</Keys>
        {mayAnswer && <Keys keys={[t('ui.keyWithCtrl', { key: 'Z' })]}>{t('matrix.keyUndo')}</Keys>}
      </div>
    </div>
  )
})

function Keys({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1 whitespace-nowrap max-md:hidden">
      {keys.map((key) => (
        <KeyHint key={key}>{key}</KeyHint>
      ))}
      <span className="ms-0.5">{children}</span>
    </span>
  )
}
