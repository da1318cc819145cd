import { t } from '@packhouse/messages'
import { CheckIcon } from '../../ui/tool-icons.tsx'

const steps = [
  { name: 'file', word: t('resource.chooseTheFile') },
  { name: 'report', word: t('resource.seeWhatWouldHappen') },
  { name: 'stored', word: t('resource.imported') },
] as const

/** How far the reader is. */
export function ImportSteps({ current }: { current: (typeof steps)[number]['name'] }) {
  const at = steps.findIndex(({ name }) => name === current)
  return (
    <ol aria-label={t('resource.steps')} className="mb-4 flex flex-wrap gap-x-5 gap-y-1.5 text-13">
      {steps.map(({ name, word }, index) => (
        <li
          key={name}
          aria-current={index === at ? 'step' : undefined}
          className="flex items-center gap-2 text-text-2 aria-[current]:font-semibold aria-[current]:text-text"
        >
          <span
            aria-hidden="true"
            className={`grid size-5 place-items-center rounded-full border text-11 font-semibold tabular-nums ${
              index === at ? 'border-action bg-action text-on-action' : 'border-control'
            }`}
          >
            {index < at ? <CheckIcon size={12} /> : index + 1}
          </span>
          {word}
          {index < at && <span className="sr-only">{t('resource.done')}</span>}
        </li>
      ))}
    </ol>
  )
}
