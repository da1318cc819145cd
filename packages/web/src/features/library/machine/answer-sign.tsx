import type { CompatibilityResult } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { CrossIcon } from '../../../ui/icons.tsx'
import { UnknownIcon } from '../../../ui/unknown-icon.tsx'

export const answerWords: Record<CompatibilityResult, string> = {
  yes: t('general.yes'),
  conditional: t('library.conditional'),
  no: t('resource.no'),
  unknown: t('library.unknown'),
}

/** An answer as a shape with its word: a filled square with a check, a half-filled circle, a cross, a broken ring. */
export function AnswerSign({ result }: { result: CompatibilityResult }) {
  return (
    <>
      {result === 'yes' && (
        <svg viewBox="0 0 24 24" width={15} height={15} aria-hidden="true" className="shrink-0">
          <rect x={2} y={2} width={20} height={20} rx={3} fill="var(--series-1)" />
          <path d="m6.5 12.5 3.7 3.7L17.5 8.5" fill="none" stroke="var(--surface)" strokeWidth={2.6} />
        </svg>
      )}
      {result === 'conditional' && (
        <svg viewBox="0 0 24 24" width={15} height={15} aria-hidden="true" className="shrink-0 text-kraft-strong">
          <circle cx={12} cy={12} r={9} fill="none" stroke="currentColor" strokeWidth={2} />
          <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
        </svg>
      )}
      {result === 'no' && <CrossIcon size={12} className="text-text-3" />}
      {result === 'unknown' && <UnknownIcon size={15} className="text-unk" />}
      <span className="sr-only">{answerWords[result]}</span>
    </>
  )
}
