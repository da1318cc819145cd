import { reportedStates } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/tool-icons.tsx'
import type { EntryDraft, ValuePair } from './entry-draft.ts'

interface ValueMapProps {
  draft: EntryDraft
  fault: string | undefined
  onChange: (part: Partial<EntryDraft>) => void
}

const control =
  'h-8 w-full min-w-0 rounded-control border border-control bg-surface px-2 text-13 text-text hover:border-text-2 focus:border-focus ' +
  'focus:outline-2 focus:outline-offset-0 focus:outline-focus max-md:h-11 max-md:text-16'

/** What raw values mean, a row for each. States are offered for an entry that is the state. */
export function ValueMap({ draft, fault, onChange }: ValueMapProps) {
  const id = useId()
  const pairs = draft.valueMap
  const put = (next: readonly ValuePair[]) => onChange({ valueMap: next })
  const set = (place: number, part: Partial<ValuePair>) =>
    put(pairs.map((pair, index) => (index === place ? { ...pair, ...part } : pair)))
  return (
    <fieldset aria-describedby={fault ? `${id}-fault` : undefined} className="grid min-w-0 gap-1.5">
      <legend className="mb-1 text-12 font-[550] text-text-2">{t('telemetry.valuesAndWhatTheyMean')}</legend>
      {pairs.map(({ value, meaning }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; values are typed and may be the same for a while
        <div key={place} className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,2fr)_auto] items-center gap-2">
          <input
            aria-label={t('telemetry.rawValue')}
            aria-invalid={fault ? true : undefined}
            value={value}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => set(place, { value: event.target.value })}
            className={control}
          />
          <span aria-hidden="true" className="text-text-2">
            →
          </span>
          <input
            aria-label={t('telemetry.meaning')}
            aria-invalid={fault ? true : undefined}
            list={draft.role === 'state' ? `${id}-states` : undefined}
            value={meaning}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => set(place, { meaning: event.target.value })}
            className={control}
          />
          <Button
            variant="quiet"
            size="dense"
            aria-label={t('telemetry.removeTheValue', { value })}
            onClick={() => put(pairs.filter((_, index) => index !== place))}
          >
            <TrashIcon size={14} />
          </Button>
        </div>
      ))}
      {draft.role === 'state' && (
        <datalist id={`${id}-states`}>
          {reportedStates.map((state) => (
            <option key={state} value={state} />
          ))}
        </datalist>
      )}
      {fault && (
        <p id={`${id}-fault`} className="text-12 text-bad">
          {fault}
        </p>
      )}
      <Button size="dense" className="justify-self-start" onClick={() => put([...pairs, { value: '', meaning: '' }])}>
        <PlusIcon size={14} />
        {t('telemetry.addAValue')}
      </Button>
    </fieldset>
  )
}
